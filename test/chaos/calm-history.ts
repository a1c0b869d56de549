import type {
  AuditEntry,
  FireRecord,
  History,
  RunMove,
  RunState,
  ScheduleRow,
  ScheduleVersion,
} from '../../chaos/audit/history.ts';
import { checkHistory } from '../../chaos/check/check-history.ts';

/** An instant of the day on which these histories play, from "00:01:00". */
export function at(time: string): number {
  return new Date(`2026-03-01T${time}Z`).getTime();
}

const LEADER = 'worker-schedules scheduler first';

/** An entry of the audit; the leader's unless it is said otherwise. */
export function entry(seq: number, when: number, more: Partial<AuditEntry> = {}): AuditEntry {
  return { seq, op: 'UPDATE', workerName: 'w', app: LEADER, begun: when, at: when, leads: true, ...more };
}

export const row: ScheduleRow = {
  ...{ enabled: true, cron: '* * * * *', timezone: 'UTC', request: { tag: 'first' }, fault: null, version: 1 },
  ...{ nextRunAt: at('00:01:00'), switchedAt: at('00:00:30') },
};

const created: ScheduleVersion = { ...entry(1, at('00:00:30'), { op: 'INSERT', app: 'api', leads: false }), row };

/** A run that the leader made for an occurrence. */
export function queued(id: string, scheduledFor: number | null, more: Partial<RunState> = {}): RunState {
  return {
    ...{ id, status: 'QUEUED', trigger: 'SCHEDULE', attempt: 1, retryOf: null, scheduledFor, notBefore: null },
    ...{ queuedAt: scheduledFor ?? 0, startedAt: null, finishedAt: null, leaseExpiresAt: null },
    ...{ cancelRequestedAt: null, error: null, ...more },
  };
}

/** The run's changes up to its end. */
export function movesOf(seq: number, run: RunState, end: Partial<RunState>): RunMove[] {
  const started = run.queuedAt + 1000;
  const running: RunState = { ...run, status: 'RUNNING', startedAt: started, leaseExpiresAt: started + 30_000 };
  const over: RunState = { ...running, leaseExpiresAt: null, finishedAt: started + 1000, ...end };
  const runner = { app: 'runner', leads: false };
  return [
    { ...entry(seq, run.queuedAt, { op: 'INSERT' }), old: null, now: run, request: { tag: 'first' } },
    { ...entry(seq + 1, started, runner), old: run, now: running, request: undefined },
    { ...entry(seq + 2, started + 1000, runner), old: running, now: over, request: undefined },
  ];
}

/** A decided occurrence. */
export function fire(seq: number, scheduledAt: number, more: Partial<FireRecord> = {}): FireRecord {
  const decidedAt = scheduledAt + 5;
  return {
    ...entry(seq, decidedAt, { op: 'INSERT' }),
    ...{ scheduledAt, decidedAt, outcome: 'enqueued', reason: null, runId: null, coalescedFrom: null, ...more },
  };
}

/** Two occurrences of one schedule, each decided once, each with a run that ended well; nothing is wrong. */
export function calmHistory(): History {
  const occurrences = [at('00:01:00'), at('00:02:00')];
  const runMoves = occurrences.flatMap((when, n) =>
    movesOf(10 * (n + 1), queued(String(n + 1), when), { status: 'SUCCESS' }),
  );
  const advanced = occurrences.map((when, n) => ({
    ...entry(10 * (n + 1) + 5, when + 5),
    row: { ...row, nextRunAt: when + 60_000 },
  }));
  return {
    ...{ until: at('00:02:30'), readAt: 1000, edits: [], faults: [], log: [] },
    schedules: [created, ...advanced],
    fires: occurrences.map((when, n) => fire(10 * (n + 1) + 6, when, { runId: String(n + 1) })),
    ...{ runMoves, runs: ledgerOf(runMoves), stateWrites: [entry(3, at('00:00:31'))] },
  };
}

/** The ledger after these changes. */
function ledgerOf(moves: readonly RunMove[]): History['runs'] {
  return [...new Map(moves.map(({ now, workerName }) => [now.id, { ...now, workerName }])).values()];
}

/** The violations of a calm history that was changed, as "rule: what". */
export function found(change: Partial<History>): string[] {
  return checkHistory({ ...calmHistory(), ...change }).map(({ rule, what }) => `${rule}: ${what}`);
}

/** A history of these changes of runs, and the ledger that they leave. */
export function moved(runMoves: readonly RunMove[]): Partial<History> {
  return { runMoves, runs: ledgerOf(runMoves) };
}
