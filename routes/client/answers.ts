import type { FieldFault } from '../../lib/errors.ts';
import type { RunStatus } from '../../lib/ledger/transitions.ts';
import type { FireOutcome, FireReason } from '../../lib/schedules/fire.ts';

/** What a call was answered with. */
export interface ScheduleAnswer<Body> {
  readonly status: number;
  /** The tag of the schedule, for `ifMatch`; null where there is none. */
  readonly etag: string | null;
  readonly body: Body;
}

/** A run as the API shows it. Instants are ISO 8601 texts in UTC, here and everywhere below. */
export interface RunJson {
  readonly id: string;
  readonly worker_name: string;
  readonly status: RunStatus;
  readonly trigger: 'CLI' | 'API' | 'SCHEDULE';
  readonly requested_by: string | null;
  readonly requested_by_user_id: string | null;
  readonly request: unknown;
  readonly config: unknown;
  readonly queued_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly error: string | null;
  readonly runner_id: string | null;
  readonly lease_expires_at: string | null;
  readonly cancel_requested_at: string | null;
  readonly progress: unknown;
  readonly attempt: number;
  readonly max_attempts: number;
  readonly retry_of: string | null;
  readonly not_before: string | null;
  readonly scheduled_for: string | null;
  /** Seconds from the occurrence to the row; null for runs by hand and for retries. */
  readonly lateness_seconds: number | null;
}

/** The run that holds a worker's slot, and since when. */
export interface RunHolderJson {
  readonly id: string;
  readonly status: RunStatus;
  readonly trigger: RunJson['trigger'];
  readonly attempt: number;
  readonly since: string;
  readonly not_before: string | null;
}

/** The agenda of a worker, as the list of workers shows it. */
export interface AgendaJson {
  readonly kind: string;
  readonly enabled: boolean;
  readonly cron: string;
  /** The expression in words; null when it is no longer understood. */
  readonly description: string | null;
  readonly timezone: string;
  readonly next_run_at: string | null;
  readonly last_enqueued_at: string | null;
  readonly last_skipped_at: string | null;
  readonly switched_at: string;
  readonly switched_by: string | null;
  readonly fault: string | null;
  readonly version: number;
}

/** The schedule of a worker. */
export interface ScheduleJson extends AgendaJson {
  readonly worker_name: string;
  readonly request: unknown;
  readonly switched_by_user_id: string | null;
  readonly updated_by: string | null;
  readonly updated_by_user_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly next_occurrences: readonly string[];
  readonly blocked_by: RunHolderJson | null;
}

/** A decided occurrence. */
export interface FireJson {
  readonly worker_name: string;
  readonly scheduled_at: string;
  readonly decided_at: string;
  readonly outcome: FireOutcome;
  readonly reason: FireReason | null;
  readonly run_id: string | null;
  readonly coalesced_from: string | null;
  readonly detail: string | null;
}

/** A worker: what the host declares, what it will do, what it does and what it did. */
export interface WorkerJson {
  readonly name: string;
  readonly label: string;
  readonly in_catalogue: boolean;
  readonly schedule: AgendaJson | null;
  readonly active_run: RunJson | null;
  readonly last_run: RunJson | null;
  readonly pending: number | null;
  readonly processed: number | null;
  /** Why the host's counter said nothing. */
  readonly units_error: string | null;
  readonly runner_available: boolean;
  readonly default_timezone: string;
}

/** Every worker; they come in one piece. */
export interface WorkerListJson {
  readonly items: readonly WorkerJson[];
}

/** A page of a list; `next_cursor` asks for the next one, null when this is the last. */
export interface PageJson<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** An occurrence that would come, with its local reading and a note where a clock change matters. */
export interface OccurrenceJson {
  readonly at: string;
  readonly local: string;
  readonly offset: string;
  readonly note: string | null;
}

/** What an expression means in a zone. */
export interface PreviewJson {
  readonly cron: string;
  readonly timezone: string;
  readonly description: string;
  readonly occurrences: readonly OccurrenceJson[];
}

/** A worker that the scheduler leaves alone for a while, and why. */
export interface HeldBackJson {
  readonly worker_name: string;
  readonly reason: string;
  readonly seconds: number;
}

/** Who leads, who stands by, and whether anything is ticking. */
export interface SchedulerJson {
  readonly verdict: 'ticking' | 'stalled' | 'leaderless';
  readonly leader: string | null;
  readonly leading_since: string | null;
  readonly last_tick_at: string | null;
  readonly last_error: string | null;
  readonly last_error_at: string | null;
  readonly standbys: readonly string[];
  /** Seconds that the earliest undecided occurrence is late. */
  readonly lateness_seconds: number;
  readonly deferred: readonly HeldBackJson[];
  readonly faulty: readonly HeldBackJson[];
  readonly zone_data_version: string | null;
}

/** The OpenAPI document of the API. */
export interface OpenapiJson {
  readonly openapi: '3.1.0';
  readonly [member: string]: unknown;
}

/** A problem document (RFC 9457), with members that single codes add. */
export interface ProblemJson {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly FieldFault[] | undefined;
  /** Of slot_busy: the run that holds the slot. */
  readonly run?: { readonly id: string; readonly status: RunStatus; readonly not_before: string | null } | undefined;
  readonly [member: string]: unknown;
}
