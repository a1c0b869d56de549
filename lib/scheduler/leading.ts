import type { LeaderSession } from '../database/leader-session.ts';
import type { EventHub } from '../events.ts';
import { DueBound } from './due-bound.ts';
import { Holdback } from './holdback.ts';
import { makeResolvers, type Resolvers } from './make-resolvers.ts';
import type { SchedulerEvents } from './scheduler-events.ts';
import type { SchedulerSettings } from './scheduler-options.ts';
import { SkipCounter } from './skip-counter.ts';

interface Given {
  readonly session: LeaderSession;
  readonly settings: SchedulerSettings;
  readonly events: EventHub<SchedulerEvents>;
}

/** What a leader works with for as long as it leads. */
export interface Leading extends Given, Resolvers {
  readonly holdback: Holdback;
  readonly dueBound: DueBound;
  readonly skips: SkipCounter;
}

/** `clock` gives milliseconds of a monotonic clock; `onSettled` is called when host code answers late. */
export function createLeading(
  given: Given,
  { clock, onSettled }: { readonly clock: () => number; readonly onSettled: () => void },
): Leading {
  return {
    ...given,
    holdback: new Holdback(clock),
    dueBound: new DueBound(clock),
    skips: new SkipCounter(),
    ...makeResolvers(given.settings, onSettled),
  };
}
