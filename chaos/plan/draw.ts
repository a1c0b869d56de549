/** Numbers from a seed: the same seed draws the same numbers, in every process and on every machine. */
export interface Draw {
  /** A number in [0, 1). */
  number(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** One of a list that is not empty. */
  one<T>(list: readonly T[]): T;
}

/** Draws from a seed by mulberry32, a public-domain generator by Tommy Ettinger. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  const number = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number): number => least + Math.floor(number() * (most - least + 1));
  return {
    number,
    whole,
    one: <T>(list: readonly T[]): T => {
      const drawn = list[whole(0, list.length - 1)];
      if (drawn === undefined) throw new Error('There is nothing to draw from.');
      return drawn;
    },
  };
}
