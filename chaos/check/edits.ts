import { HARNESS_NAME } from '../server/ask.ts';
import type { Edit, History, ScheduleVersion } from '../audit/history.ts';
import { groupBy, type Violation } from './violation.ts';

const violation = (who: string, what: string): Violation => ({ rule: 'edits are kept', who, what });

/** Each edit that was acknowledged is a version of the row, and the last of them, or one of unknown fate, is what it says. */
export function checkEdits({ edits, schedules }: History): Violation[] {
  const versions = groupBy(schedules, ({ workerName }) => workerName);
  return [...groupBy(edits, ({ workerName }) => workerName)].flatMap(([worker, ofWorker]) => {
    const seen = versions.get(worker) ?? [];
    return [...ofWorker.flatMap((edit) => lostEdit(edit, seen)), ...checkLast(worker, ofWorker, seen)];
  });
}

/** The tag that a row carries. */
function tagOf({ row }: ScheduleVersion): string {
  return (row.request as { readonly tag?: string } | null)?.tag ?? '';
}

function lostEdit(edit: Edit, versions: readonly ScheduleVersion[]): Violation[] {
  if (edit.answer === 'unknown' || edit.kind === 'delete') return [];
  const written = versions.find((version) => version.op !== 'DELETE' && tagOf(version) === edit.tag);
  if (edit.answer === 'refused') {
    return written === undefined ? [] : [violation(edit.workerName, `${edit.tag} was refused and written`)];
  }
  if (written === undefined) return [violation(edit.workerName, `${edit.tag} was acknowledged and never written`)];
  const { cron, timezone, enabled } = edit.wanted;
  const { row } = written;
  const kept =
    (cron ?? row.cron) === row.cron &&
    (timezone ?? row.timezone) === row.timezone &&
    (enabled ?? row.enabled) === row.enabled;
  return kept ? [] : [violation(edit.workerName, `${edit.tag} was written otherwise than it was asked for`)];
}

/** Edits of one worker follow each other, except that one without an answer may still come through at any time. */
function checkLast(worker: string, edits: readonly Edit[], versions: readonly ScheduleVersion[]): Violation[] {
  const acknowledged = edits.findLastIndex(({ answer }) => answer === 'done');
  if (acknowledged === -1) return [];
  const possible = edits.filter(({ answer }, n) => n === acknowledged || answer === 'unknown');
  const last = versions.findLast(({ app }) => app !== HARNESS_NAME);
  const isGone = last === undefined || last.op === 'DELETE';
  const fits = possible.some((edit) => (edit.kind === 'delete' ? isGone : !isGone && tagOf(last) === edit.tag));
  if (fits) return [];
  const found = isGone ? 'there is no row' : `the row says ${tagOf(last)}`;
  return [violation(worker, `the last acknowledged edit is ${edits[acknowledged]?.tag}, but ${found}`)];
}
