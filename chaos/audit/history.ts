import type { LogLine } from '../crew/event-log.ts';
import type { FaultName } from '../plan/fault-kinds.ts';
import type { RunStatus } from '../../lib/ledger/transitions.ts';
import type { RunTrigger } from '../../lib/ledger/run.ts';
import type { FireOutcome, FireReason } from '../../lib/schedules/fire.ts';

/** All instants are milliseconds since 1970 by the database's clock, unless they are said to be monotonic. */
export interface AuditEntry {
  /** For one worker, the order of the commits. */
  readonly seq: number;
  readonly op: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly workerName: string;
  /** The session's application_name. */
  readonly app: string;
  /** now() of the transaction that wrote. */
  readonly begun: number;
  /** The instant of the statement that wrote. */
  readonly at: number;
  /** Whether the backend that wrote held the leader's lock. */
  readonly leads: boolean;
}

export interface ScheduleRow {
  readonly enabled: boolean;
  readonly cron: string;
  readonly timezone: string;
  readonly request: unknown;
  readonly nextRunAt: number | null;
  readonly fault: string | null;
  readonly version: number;
  readonly switchedAt: number;
}

/** A version of a schedule; of a deletion, the row that was deleted. */
export interface ScheduleVersion extends AuditEntry {
  readonly row: ScheduleRow;
}

export interface FireRecord extends AuditEntry {
  readonly scheduledAt: number;
  readonly decidedAt: number;
  readonly outcome: FireOutcome;
  readonly reason: FireReason | null;
  readonly runId: string | null;
  readonly coalescedFrom: number | null;
}

export interface RunState {
  readonly id: string;
  readonly status: RunStatus;
  readonly trigger: RunTrigger;
  readonly attempt: number;
  readonly retryOf: string | null;
  readonly scheduledFor: number | null;
  readonly notBefore: number | null;
  readonly queuedAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly leaseExpiresAt: number | null;
  readonly cancelRequestedAt: number | null;
  readonly error: string | null;
}

/** A change of a run; `old` is null for a new one, and only a new one has its request here. */
export interface RunMove extends AuditEntry {
  readonly old: RunState | null;
  readonly now: RunState;
  readonly request: unknown;
}

/** An edit that the harness made or tried to make. */
export interface Edit {
  readonly workerName: string;
  /** Stands in the request that the edit writes; a deletion writes none. */
  readonly tag: string;
  readonly kind: 'put' | 'patch' | 'delete';
  /** unknown: no answer came, or one that does not tell. */
  readonly answer: 'done' | 'refused' | 'unknown';
  /** Members that it wanted. */
  readonly wanted: { readonly cron?: string; readonly timezone?: string; readonly enabled?: boolean };
}

/** A fault as it was applied; `at` and `until` are monotonic, `began` and `ended` by the clock of harness and database. */
export interface AppliedFault {
  readonly name: FaultName;
  readonly victim: string;
  readonly struckLeader: boolean;
  readonly at: number;
  readonly until: number;
  readonly began: number;
  readonly ended: number;
}

/** Everything that the checker looks at, read in one snapshot when nothing was due any more. */
export interface History {
  /** The snapshot's instant: what was due by then must have been decided. */
  readonly until: number;
  /** Just before the snapshot, by the monotonic clock: what was told by then is in it. */
  readonly readAt: number;
  readonly schedules: readonly ScheduleVersion[];
  readonly fires: readonly FireRecord[];
  /** The ledger as it is. */
  readonly runs: readonly (RunState & { readonly workerName: string })[];
  readonly runMoves: readonly RunMove[];
  /** Writes of the state row. */
  readonly stateWrites: readonly AuditEntry[];
  readonly edits: readonly Edit[];
  readonly faults: readonly AppliedFault[];
  readonly log: readonly LogLine[];
}
