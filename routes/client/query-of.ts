import { type Checks, checkOptions, optional } from './check-options.ts';
import type { TimelineWindow, WorkerFilter } from './inputs.ts';

const isList = (value: unknown): boolean => Array.isArray(value);

const PAGE_CHECKS: Checks = {
  limit: [optional((value) => typeof value === 'number'), 'a number is needed'],
  cursor: [optional((value) => typeof value === 'string'), 'the next_cursor of a page is needed'],
};

/** Names that a filter of fires knows. */
export const FIRE_FILTER = PAGE_CHECKS;

/** Names that a filter of runs knows. */
export const RUN_FILTER: Checks = {
  ...PAGE_CHECKS,
  status: [optional(isList), 'a list of states is needed'],
  trigger: [optional(isList), 'a list of triggers is needed'],
};

const isText = optional((value) => typeof value === 'string');

/** Names that a filter of the overview knows. */
export const OVERVIEW_FILTER: Checks = { locale: [isText, "'en' or 'pt-BR' is needed"] };

/** Names that a filter of a worker's page knows. */
export const WORKER_FILTER: Checks = { ...RUN_FILTER, ...OVERVIEW_FILTER };

/** Names that a window of the timeline knows. */
export const TIMELINE_WINDOW: Checks = {
  from: [isText, 'an instant is needed'],
  to: [isText, 'an instant is needed'],
};

/** The query that a filter is, with its question mark; empty without one. Throws `invalid_options`. */
export function queryOf(filter: (WorkerFilter & TimelineWindow) | undefined, checks: Checks): string {
  checkOptions('the filter', filter, checks);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter ?? {})) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
