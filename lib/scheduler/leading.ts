import type { LeaderSession } from '../database/leader-session.ts';
import type { EventHub } from '../events.ts';
import type { DueBound } from './due-bound.ts';
import type { Holdback } from './holdback.ts';
import type { Resolvers } from './make-resolvers.ts';
import type { SchedulerEvents } from './scheduler-events.ts';
import type { SchedulerSettings } from './scheduler-options.ts';
import type { SkipCounter } from './skip-counter.ts';

/** What a leader works with for as long as it leads. */
export interface Leading extends Resolvers {
  readonly session: LeaderSession;
  readonly settings: SchedulerSettings;
  readonly events: EventHub<SchedulerEvents>;
  readonly holdback: Holdback;
  readonly dueBound: DueBound;
  readonly skips: SkipCounter;
}
