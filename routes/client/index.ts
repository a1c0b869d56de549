export type {
  AgendaJson,
  FireJson,
  HeldBackJson,
  OccurrenceJson,
  OpenapiJson,
  PageJson,
  PreviewJson,
  ProblemJson,
  RunHolderJson,
  RunJson,
  ScheduleAnswer,
  ScheduleJson,
  SchedulerJson,
  WorkerJson,
  WorkerListJson,
} from './answers.ts';
export type { OverviewJson, RunMarkJson, TimelineItemJson, TimelineJson, WorkerPageJson } from './page-answers.ts';
export type { CallOptions, WriteOptions } from './call-options.ts';
export type { ClientHeaders, Fetch, FetchAnswer, FetchInit, ScheduleClientOptions } from './client-options.ts';
export { createScheduleClient } from './create-schedule-client.ts';
export type {
  OverviewFilter,
  PageFilter,
  PreviewInput,
  RunFilter,
  ScheduleInput,
  SchedulePatch,
  TimelineWindow,
  WorkerFilter,
} from './inputs.ts';
export type { PageCalls, RunCalls, ScheduleCalls, ScheduleClient } from './schedule-client.ts';
export {
  type ClientCode,
  isScheduleClientError,
  ScheduleClientError,
  type ScheduleClientErrorCode,
} from './schedule-client-error.ts';
