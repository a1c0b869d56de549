import { median } from '../print.ts';
import type { Value } from '../report/row.ts';
import type { Contender } from './contender.ts';

/** Measures each contender so many times, all of them in each round, and takes the medians. */
export async function inTurns(
  contenders: readonly Contender[],
  rounds: number,
  measure: (contender: Contender) => Promise<number>,
): Promise<Value[]> {
  const found: (readonly [name: string, value: number])[] = [];
  const turns = Array.from({ length: rounds }, () => contenders).flat();
  for (const contender of turns) found.push([contender.name, await measure(contender)]);
  return contenders.map(({ name }) => ({
    contender: name,
    value: median(found.filter(([contender]) => contender === name).map(([, value]) => value)),
  }));
}
