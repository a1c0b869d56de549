import type { AuditEntry, FireRecord, History, RunMove, RunState, ScheduleVersion } from './history.ts';

/** Whatever can run a statement and return rows. */
export type AskRows = <Row>(text: string) => Promise<Row[]>;

type Json = Readonly<Record<string, unknown>>;

interface AuditRow {
  readonly seq: string;
  readonly subject: 'schedule' | 'fire' | 'run' | 'state';
  readonly op: AuditEntry['op'];
  readonly worker_name: string | null;
  readonly app: string;
  readonly begun: string;
  readonly at: string;
  readonly leads: boolean;
  readonly old: Json | null;
  readonly new: Json | null;
}

const AUDIT = `SELECT to_json(a) AS row FROM (SELECT seq::text, subject, op, worker_name, app, begun, at, leads, old, new
  FROM chaos.audit c ORDER BY c.seq) a`;

/** What of a history stands in the database. */
export type StoredHistory = Omit<History, 'edits' | 'faults' | 'log' | 'readAt'>;

/** Reads it; all statements must see the same snapshot. */
export async function readHistory(ask: AskRows): Promise<StoredHistory> {
  const [moment] = await ask<{ now: string }>('SELECT to_json(now()) AS now');
  const audit = (await ask<{ row: AuditRow }>(AUDIT)).map(({ row }) => row);
  const runs = await ask<{ row: Json }>('SELECT to_json(r) AS row FROM worker_runs r ORDER BY r.id');
  const about = (subject: AuditRow['subject']): AuditRow[] => audit.filter((entry) => entry.subject === subject);
  return {
    until: instant(moment?.now),
    schedules: about('schedule').map(toVersion),
    fires: about('fire')
      .filter(({ op }) => op === 'INSERT')
      .map(toFire),
    runs: runs.map(({ row }) => ({ ...toRun(row), workerName: String(row['worker_name']) })),
    runMoves: about('run')
      .filter(({ op }) => op !== 'DELETE')
      .map(toMove),
    stateWrites: about('state').map(toEntry),
  };
}

function instant(text: unknown): number {
  return new Date(String(text)).getTime();
}

function instantOrNull(text: unknown): number | null {
  return typeof text === 'string' ? instant(text) : null;
}

function idOrNull(id: unknown): string | null {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

function toEntry({ seq, op, worker_name, app, begun, at, leads }: AuditRow): AuditEntry {
  return { seq: Number(seq), op, workerName: worker_name ?? '', app, begun: instant(begun), at: instant(at), leads };
}

function toVersion(entry: AuditRow): ScheduleVersion {
  const row = entry.new ?? entry.old ?? {};
  const { enabled, cron, timezone, request, fault, version } = row as unknown as ScheduleVersion['row'];
  const nextRunAt = instantOrNull(row['next_run_at']);
  const switchedAt = instant(row['switched_at']);
  return { ...toEntry(entry), row: { enabled, cron, timezone, request, fault, version, nextRunAt, switchedAt } };
}

function toFire(entry: AuditRow): FireRecord {
  const row = entry.new ?? {};
  const { outcome, reason } = row as unknown as FireRecord;
  return {
    ...toEntry(entry),
    ...{ outcome, reason },
    scheduledAt: instant(row['scheduled_at']),
    decidedAt: instant(row['decided_at']),
    runId: idOrNull(row['run_id']),
    coalescedFrom: instantOrNull(row['coalesced_from']),
  };
}

function toMove(entry: AuditRow): RunMove {
  const now = entry.new ?? {};
  const old = entry.old === null ? null : toRun(entry.old);
  return { ...toEntry(entry), old, now: toRun(now), request: now['request'] };
}

function toRun(row: Json): RunState {
  const { status, trigger, attempt, error } = row as unknown as RunState;
  return {
    ...{ status, trigger, attempt, error },
    id: String(row['id']),
    retryOf: idOrNull(row['retry_of']),
    scheduledFor: instantOrNull(row['scheduled_for']),
    notBefore: instantOrNull(row['not_before']),
    queuedAt: instant(row['queued_at']),
    startedAt: instantOrNull(row['started_at']),
    finishedAt: instantOrNull(row['finished_at']),
    leaseExpiresAt: instantOrNull(row['lease_expires_at']),
    cancelRequestedAt: instantOrNull(row['cancel_requested_at']),
  };
}
