import { nextOccurrence } from '../../lib/calendar/next-occurrence.ts';
import type { ScheduleRow, ScheduleVersion } from '../audit/history.ts';

/** From when, or until when: an edit looks at the clock somewhere between the begin of its transaction and its statement. */
export interface Edge {
  readonly earliest: number;
  readonly latest: number;
}

/** A time in which a schedule meant one thing. */
export interface Agenda {
  readonly row: ScheduleRow;
  readonly from: Edge;
  /** Infinite while it goes on. */
  readonly to: Edge;
}

/** An occurrence that an agenda names. One that falls into the time of an edit may be decided or not. */
export interface Owed {
  readonly at: number;
  readonly required: boolean;
}

const OPEN: Edge = { earliest: Infinity, latest: Infinity };

function edgeOf({ begun, at }: ScheduleVersion): Edge {
  return { earliest: begun, latest: at };
}

/** Whether the later row goes on with what the earlier one meant. A fault that is gone is a new beginning. */
function continues(before: ScheduleRow, after: ScheduleRow): boolean {
  const same = before.cron === after.cron && before.timezone === after.timezone;
  return same && !(before.fault !== null && after.fault === null);
}

/** The agendas of one worker, from the versions of its schedule in the order of their commits. */
export function agendasOf(versions: readonly ScheduleVersion[]): Agenda[] {
  const agendas: Agenda[] = [];
  let open: Agenda | undefined;
  for (const version of versions) {
    const row = version.op === 'DELETE' || !version.row.enabled ? undefined : version.row;
    if (open !== undefined && row !== undefined && continues(open.row, row)) {
      open = { ...open, row: { ...open.row, fault: row.fault } };
      continue;
    }
    if (open !== undefined) agendas.push({ ...open, to: edgeOf(version) });
    open = row === undefined ? undefined : { row, from: edgeOf(version), to: OPEN };
  }
  return open === undefined ? agendas : [...agendas, open];
}

/** What the calendar says that an agenda names, up to an instant. */
export function owedBy({ row, from, to }: Agenda, until: number): Owed[] {
  const last = Math.min(to.latest, until);
  const required = (at: number): boolean => at > from.latest && at <= Math.min(to.earliest, until);
  const owed: Owed[] = [];
  for (let at = following(row, from.earliest); at !== null && at <= last; at = following(row, at)) {
    owed.push({ at, required: required(at) });
  }
  if (isUnderstood(row) || row.nextRunAt === null || row.nextRunAt > last) return owed;
  // An expression or zone that nobody understands still has the instant that was stored when it came.
  return [{ at: row.nextRunAt, required: required(row.nextRunAt) }];
}

/** The next occurrence, or null when there is none or the row is not understood. */
export function following({ cron, timezone }: ScheduleRow, after: number): number | null {
  try {
    return nextOccurrence(cron, { timezone, after: new Date(after) })?.getTime() ?? null;
  } catch {
    return null;
  }
}

/** Whether the calendar knows what the row means. */
export function isUnderstood(row: ScheduleRow): boolean {
  try {
    nextOccurrence(row.cron, { timezone: row.timezone, after: new Date(0) });
    return true;
  } catch {
    return false;
  }
}
