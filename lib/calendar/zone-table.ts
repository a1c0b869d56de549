import { BoundedCache } from './bounded-cache.ts';

/** A stretch of real time with one offset: `start <= t < end`, all in milliseconds; it may end where the table's block ends. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

/** Milliseconds that a zone is ahead of UTC at an instant. */
export type OffsetAt = (instant: number) => number;

const SECOND = 1000;
const DAY = 86_400_000;
/** Shorter than any two changes that cancel each other (the shortest of all zones: Freetown 1939, four days). */
const SAMPLE = 3 * DAY;
const BLOCK = 32 * SAMPLE;
const BLOCKS_KEPT = 128;

/** The offset changes of one zone, found from the offsets alone, block by block of 96 days where somebody asks. */
export class ZoneTable {
  readonly #offsetAt: OffsetAt;
  readonly #blocks = new BoundedCache<number, readonly Stretch[]>(BLOCKS_KEPT);

  constructor(offsetAt: OffsetAt) {
    this.#offsetAt = offsetAt;
  }

  /** The stretch that contains an instant. */
  stretchAt(instant: number): Stretch {
    for (const stretch of this.#blockOf(instant)) {
      if (instant < stretch.end) {
        return stretch;
      }
    }
    throw new RangeError(`${instant} is not an instant`);
  }

  #blockOf(instant: number): readonly Stretch[] {
    const index = Math.floor(instant / BLOCK);
    const known = this.#blocks.get(index);
    if (known !== undefined) {
      return known;
    }
    const block = this.#readBlock(index * BLOCK);
    this.#blocks.set(index, block);
    return block;
  }

  #readBlock(blockStart: number): readonly Stretch[] {
    const blockEnd = blockStart + BLOCK;
    const stretches: Stretch[] = [];
    let start = blockStart;
    let offset = this.#offsetAt(blockStart);
    for (let sample = blockStart + SAMPLE; sample <= blockEnd; sample += SAMPLE) {
      while (this.#offsetAt(sample) !== offset) {
        const change = this.#firstChange(Math.max(start, sample - SAMPLE), sample, offset);
        stretches.push({ start, end: change, offset });
        start = change;
        offset = this.#offsetAt(change);
      }
    }
    return start === blockEnd ? stretches : [...stretches, { start, end: blockEnd, offset }];
  }

  /** The first whole second in (from, to] at which the offset is no longer `offset`. */
  #firstChange(from: number, to: number, offset: number): number {
    let before = from;
    let after = to;
    while (after - before > SECOND) {
      const middle = before + Math.floor((after - before) / SECOND / 2) * SECOND;
      if (this.#offsetAt(middle) === offset) {
        before = middle;
      } else {
        after = middle;
      }
    }
    return after;
  }
}
