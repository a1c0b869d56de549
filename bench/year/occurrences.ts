import { LiteralCron, literalOccurrences, offsetChanges, type OffsetChange } from '../../test/calendar/oracle.ts';
import { type Agenda, LONGEST_PERIOD_DAYS } from './agenda.ts';
import type { Span } from './zones.ts';

const MINUTE = 60_000;
const DAY = 1440;
/** The literal reading looks at three days around. */
const MARGIN = 4 * DAY;

/** Every occurrence of an agenda in a span and a little after it, found by looking at each minute, without our calendar. */
export class Occurrences {
  readonly #instants: Float64Array;

  constructor({ cron, timezone }: Agenda, span: Span, changesOf: ChangesOf) {
    const [from, to] = reach(span);
    const minutes = literalOccurrences(new LiteralCron(cron), changesOf(timezone), [from, to]);
    this.#instants = Float64Array.from(minutes, (minute) => minute * MINUTE);
  }

  /** The first one later than `instant`. */
  next(instant: number): number {
    return this.#instants[this.#countUpTo(instant)] ?? NaN;
  }

  /** The last one not later than `instant`. */
  previous(instant: number): number {
    return this.#instants[this.#countUpTo(instant) - 1] ?? NaN;
  }

  #countUpTo(instant: number): number {
    let [low, high] = [0, this.#instants.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      [low, high] = (this.#instants[middle] ?? NaN) <= instant ? [middle + 1, high] : [low, middle];
    }
    return low;
  }
}

export type ChangesOf = (timezone: string) => readonly OffsetChange[];

/** Looks up the offset changes of each zone once. */
export function changesIn(span: Span): ChangesOf {
  const known = new Map<string, readonly OffsetChange[]>();
  const [from, to] = reach(span);
  return (timezone) => {
    const changes = known.get(timezone) ?? offsetChanges(timezone, from - MARGIN, to + MARGIN);
    known.set(timezone, changes);
    return changes;
  };
}

function reach([from, to]: Span): readonly [number, number] {
  return [from / MINUTE - DAY, Math.ceil(to / MINUTE) + (LONGEST_PERIOD_DAYS + 8) * DAY];
}
