export type { AccessAnswer, AccessQuestion, Authorize, Permission, Refusal } from '../routes/access.ts';
export { type ExpressRequest, type ExpressScheduleRouter, scheduleRouter } from '../routes/express.ts';
export { schedulePanel } from '../routes/panel/express-panel.ts';
export type { PanelForApiOptions, SchedulePanelOptions, WholePanelOptions } from '../routes/panel/panel-options.ts';
export type { ScheduleRouterOptions } from '../routes/router-options.ts';
export { type MigrateOptions, migrate, migrationSource, rollback } from '../migrations/index.ts';
export { checkTimezone, supportedTimezones } from './calendar/check-timezone.ts';
export type { CronExpression } from './calendar/cron-expression.ts';
export { type DescribeCronOptions, describeCron } from './calendar/describe-cron.ts';
export { type NextOccurrenceOptions, nextOccurrence } from './calendar/next-occurrence.ts';
export { type NextOccurrencesOptions, nextOccurrences } from './calendar/next-occurrences.ts';
export { parseCron } from './calendar/parse-cron.ts';
export { type OccurrencePreview, previewOccurrences } from './calendar/preview-occurrences.ts';
export { type PreviousOccurrenceOptions, previousOccurrence } from './calendar/previous-occurrence.ts';
export { zoneDataVersion } from './calendar/zone-data-version.ts';
export {
  type Catalogue,
  defineCatalogue,
  type ResolveContext,
  type UnitCounts,
  type WorkerDefinition,
} from './catalogue/define-catalogue.ts';
export type { Principal } from './catalogue/principal.ts';
export type { StandardSchema } from './catalogue/standard-schema.ts';
export type { NamesInput, RunColumn } from './database/names.ts';
export { type ErrorCode, type FieldFault, WorkerSchedulesError } from './errors.ts';
export { cancelRun } from './ledger/cancel-run.ts';
export { type ClaimedRun, type ClaimInput, claimNextRun } from './ledger/claim-next-run.ts';
export { type EnqueueInput, enqueueRun } from './ledger/enqueue-run.ts';
export { getActiveRun, getRun } from './ledger/get-run.ts';
export { type LeaseKey, type LeaseState, renewLease, reportProgress } from './ledger/lease.ts';
export { LeaseLostError } from './ledger/lease-lost-error.ts';
export type { LedgerColumns, LedgerRun } from './ledger/ledger-columns.ts';
export type { EnqueueOptions, LedgerOptions } from './ledger/ledger-options.ts';
export { listRuns, type RunFilter } from './ledger/list-runs.ts';
export { type OutcomeInput, reportOutcome } from './ledger/report-outcome.ts';
export { retryDelaySeconds } from './ledger/retry-policy.ts';
export type { Run, RunTrigger } from './ledger/run.ts';
export { SlotBusyError } from './ledger/slot-busy-error.ts';
export type { Outcome, RunStatus } from './ledger/transitions.ts';
export type { Logger } from './logger.ts';
export type { AbortCode } from './runner/run-aborted-error.ts';
export type { RunnerEvents } from './runner/runner-events.ts';
export type { RunnerOptions } from './runner/runner-options.ts';
export { type Runner, startRunner } from './runner/start-runner.ts';
export type { AdaptersOf, RunContext, WorkerAdapter } from './runner/worker-adapter.ts';
export type { HealReason, SchedulerEvents, SchedulerStatus } from './scheduler/scheduler-events.ts';
export type { SchedulerOptions } from './scheduler/scheduler-options.ts';
export { type SchedulerHandle, startScheduler } from './scheduler/start-scheduler.ts';
export { type DeleteInput, deleteSchedule } from './schedules/delete-schedule.ts';
export type { Fire, FireOutcome, FireReason } from './schedules/fire.ts';
export { type FireFilter, listFires } from './schedules/list-fires.ts';
export { getSchedule, listSchedules } from './schedules/read-schedule.ts';
export {
  type PatchInput,
  patchSchedule,
  type SaveInput,
  type SaveResult,
  saveSchedule,
} from './schedules/save-schedule.ts';
export type { Schedule } from './schedules/schedule.ts';
export type { SaveOptions, ScheduleOptions } from './schedules/schedule-options.ts';
export { getSchedulerState, type HeldBack, type SchedulerState } from './schedules/scheduler-state.ts';
export { pauseSchedule, resumeSchedule, type SwitchInput } from './schedules/switch-schedule.ts';
