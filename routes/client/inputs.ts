import type { RunStatus } from '../../lib/ledger/transitions.ts';
import type { RunJson } from './answers.ts';

/** What a schedule is saved from. */
export interface ScheduleInput {
  readonly cron: string;
  /** An IANA zone; the host's default if left out. */
  readonly timezone?: string | undefined;
  /** Left out, a new schedule is enabled and a known one stays as it is. */
  readonly enabled?: boolean | undefined;
  /** What each run is asked with, as the worker's schema has it. */
  readonly request: unknown;
}

/** Members of a schedule to change; `request` is replaced whole. */
export interface SchedulePatch {
  readonly cron?: string | undefined;
  readonly timezone?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly request?: unknown;
}

/** What is asked of a preview. */
export interface PreviewInput {
  readonly cron: string;
  readonly timezone?: string | undefined;
  /** How many occurrences: 1 to 100. Default: 5. */
  readonly count?: number | undefined;
  /** Occurrences later than this instant; the database's now if left out. */
  readonly after?: string | undefined;
  /** The language of the description. Default: en. */
  readonly locale?: 'en' | 'pt-BR' | undefined;
}

/** Which page of a list. */
export interface PageFilter {
  /** Items of a page: 1 to 200. Default: 50. */
  readonly limit?: number | undefined;
  /** The `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** Which runs: those of any of the states and any of the triggers. */
export interface RunFilter extends PageFilter {
  readonly status?: readonly RunStatus[] | undefined;
  readonly trigger?: readonly RunJson['trigger'][] | undefined;
}

/** The language of descriptions; English if left out. */
export interface OverviewFilter {
  readonly locale?: 'en' | 'pt-BR' | undefined;
}

/** Which runs a worker's page shows, and the language of its description. */
export interface WorkerFilter extends RunFilter, OverviewFilter {}

/** A stretch of at most 48 hours; from a day ago to a day ahead if left out. */
export interface TimelineWindow {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
