import { Random } from '../../test/calendar/random.ts';
import type { Disturbance } from './disturbances.ts';
import type { Scenario } from './scenario.ts';

const MINUTE = 60_000;

/** Where the clock goes next, and whether a new leader is there then. */
export interface Step {
  readonly now: number;
  readonly leaderStarted: boolean;
  readonly disturbed: Disturbance | undefined;
}

/**
 * Says when the scheduler looks next, given the earliest instant that the rows name: exactly then, or late, or in vain
 * before it; and what disturbs it. The clock never goes back behind the start.
 */
export class Timeline {
  readonly #random: Random;
  readonly #start: number;
  readonly #end: number;
  readonly #pending: Disturbance[];

  constructor({ seed, span: [start, end], disturbances }: Scenario) {
    this.#random = new Random(seed + 1);
    this.#start = start;
    this.#end = end;
    this.#pending = [...disturbances];
  }

  /** The step after `now`, or undefined when the time is over. */
  after(now: number, rowsNext: number): Step | undefined {
    const wanted = Math.max(this.#draw(now, rowsNext), now + 1);
    const [disturbed] = this.#pending;
    if (disturbed !== undefined && disturbed.at <= wanted) return this.#disturb(now, disturbed);
    return wanted > this.#end ? undefined : { now: wanted, leaderStarted: false, disturbed: undefined };
  }

  #draw(now: number, rowsNext: number): number {
    const random = this.#random;
    if (random.chance(0.05)) return Math.min(rowsNext, now + random.between(1000, 3 * MINUTE));
    if (random.chance(0.25)) return rowsNext + random.between(1, 90_000);
    return random.chance(0.02) ? rowsNext + random.between(MINUTE, 40 * MINUTE) : rowsNext;
  }

  #disturb(now: number, disturbed: Disturbance): Step {
    this.#pending.shift();
    const { kind, ms } = disturbed;
    const at = Math.max(now, disturbed.at);
    const then = kind === 'back' ? Math.max(this.#start, at - ms) : at + ms;
    return { now: then, leaderStarted: kind === 'downtime', disturbed };
  }
}
