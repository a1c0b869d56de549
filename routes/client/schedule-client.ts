import type {
  FireJson,
  OpenapiJson,
  PageJson,
  PreviewJson,
  RunJson,
  ScheduleAnswer,
  ScheduleJson,
  SchedulerJson,
  WorkerListJson,
} from './answers.ts';
import type { CallOptions, WriteOptions } from './call-options.ts';
import type {
  OverviewFilter,
  PageFilter,
  PreviewInput,
  RunFilter,
  ScheduleInput,
  SchedulePatch,
  TimelineWindow,
  WorkerFilter,
} from './inputs.ts';
import type { OverviewJson, TimelineJson, WorkerPageJson } from './page-answers.ts';

/** Calls about the schedule of one worker. */
export interface ScheduleCalls {
  /** The schedule, in words, with its next occurrences and the run that blocks it. */
  getSchedule(workerName: string, options?: CallOptions): Promise<ScheduleAnswer<ScheduleJson>>;
  /** Creates (201) or replaces (200) it; an identical one changes nothing. */
  putSchedule(
    workerName: string,
    schedule: ScheduleInput,
    options?: WriteOptions,
  ): Promise<ScheduleAnswer<ScheduleJson>>;
  /** Changes the members that are given. */
  patchSchedule(
    workerName: string,
    changes: SchedulePatch,
    options?: WriteOptions,
  ): Promise<ScheduleAnswer<ScheduleJson>>;
  /** Deletes it, if there is one; runs stay. */
  deleteSchedule(workerName: string, options?: WriteOptions): Promise<ScheduleAnswer<null>>;
  /** A page of decided occurrences, newest first. */
  listFires(
    workerName: string,
    filter?: PageFilter,
    options?: CallOptions,
  ): Promise<ScheduleAnswer<PageJson<FireJson>>>;
  /** Every decided occurrence, newest first; `limit` is the size of the pages they are read in. */
  fires(workerName: string, filter?: PageFilter, options?: CallOptions): AsyncGenerator<FireJson, void, undefined>;
}

/** Calls about runs. */
export interface RunCalls {
  /** Queues a run by hand; the request is as the worker's schema has it. Error `slot_busy` names the run in the slot. */
  createRun(workerName: string, request: unknown, options?: CallOptions): Promise<ScheduleAnswer<RunJson>>;
  /** A page of runs, newest first. */
  listRuns(workerName: string, filter?: RunFilter, options?: CallOptions): Promise<ScheduleAnswer<PageJson<RunJson>>>;
  /** Every run, newest first; `limit` is the size of the pages they are read in. */
  runs(workerName: string, filter?: RunFilter, options?: CallOptions): AsyncGenerator<RunJson, void, undefined>;
  /** One run; one of another worker is not found (`no_run`). */
  getRun(workerName: string, runId: string, options?: CallOptions): Promise<ScheduleAnswer<RunJson>>;
  /** Cancels a queued run at once, and asks a running one to stop. */
  cancelRun(workerName: string, runId: string, options?: CallOptions): Promise<ScheduleAnswer<RunJson>>;
}

/** Calls that show a whole page with one answer. */
export interface PageCalls {
  /** Every worker, the scheduler, the moment, and whether the caller may operate. */
  getOverview(filter?: OverviewFilter, options?: CallOptions): Promise<ScheduleAnswer<OverviewJson>>;
  /** What every worker did and will do within a window of at most 48 hours. */
  getTimeline(window?: TimelineWindow, options?: CallOptions): Promise<ScheduleAnswer<TimelineJson>>;
  /** One worker with its schedule, the JSON Schema of its request, its newest runs and silent occurrences. */
  getWorker(workerName: string, filter?: WorkerFilter, options?: CallOptions): Promise<ScheduleAnswer<WorkerPageJson>>;
}

/** The API as functions: one for each route, named as in its OpenAPI document. All reject with `ScheduleClientError`. */
export interface ScheduleClient extends ScheduleCalls, RunCalls, PageCalls {
  /** Every worker with its agenda, its active run, its last run and its units. */
  listWorkers(options?: CallOptions): Promise<ScheduleAnswer<WorkerListJson>>;
  /** What an expression means in a zone, and its next occurrences. */
  previewSchedule(preview: PreviewInput, options?: CallOptions): Promise<ScheduleAnswer<PreviewJson>>;
  /** Who leads, who stands by, and whether anything is ticking. */
  getScheduler(options?: CallOptions): Promise<ScheduleAnswer<SchedulerJson>>;
  /** The OpenAPI document. */
  getOpenapi(options?: CallOptions): Promise<ScheduleAnswer<OpenapiJson>>;
}
