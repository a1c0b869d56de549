import type { FireJson, PageJson, RunJson, ScheduleJson, SchedulerJson, WorkerJson } from './answers.ts';

/** Everything that a page of all workers shows. */
export interface OverviewJson {
  readonly now: string;
  /** Whether the caller may also change something. */
  readonly may_operate: boolean;
  readonly scheduler: SchedulerJson;
  readonly items: readonly WorkerJson[];
  /** What was decided about the occurrence that each schedule skipped last. */
  readonly last_skips: readonly FireJson[];
}

/** Everything that a page of one worker shows. */
export interface WorkerPageJson {
  readonly now: string;
  readonly may_operate: boolean;
  readonly worker: WorkerJson;
  /** JSON Schema of the request; null where the catalogue has none. */
  readonly request_schema: unknown;
  readonly schedule: ScheduleJson | null;
  /** For `ifMatch`. */
  readonly schedule_etag: string | null;
  readonly runs: PageJson<RunJson>;
  /** Of the newest occurrences those that enqueued nothing. */
  readonly silent_fires: readonly FireJson[];
}

/** A run in a picture. */
export type RunMarkJson = Pick<
  RunJson,
  | ('id' | 'status' | 'trigger' | 'queued_at' | 'started_at' | 'finished_at')
  | ('attempt' | 'retry_of' | 'not_before' | 'scheduled_for')
>;

/** What one worker did and will do within a window. */
export interface TimelineItemJson {
  readonly name: string;
  readonly label: string;
  /** Null without a schedule. */
  readonly enabled: boolean | null;
  readonly timezone: string | null;
  readonly runs: readonly RunMarkJson[];
  /** Older runs of the window are left out. */
  readonly runs_cut: boolean;
  readonly silent_fires: readonly FireJson[];
  readonly next: readonly string[];
  /** Later occurrences of the window are left out. */
  readonly next_cut: boolean;
}

/** All workers on one axis. */
export interface TimelineJson {
  readonly now: string;
  readonly from: string;
  readonly to: string;
  readonly may_operate: boolean;
  readonly items: readonly TimelineItemJson[];
}
