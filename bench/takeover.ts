import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Takeover } from '../lib/database/session-limits.ts';
import { machine, print, tableRow } from './print.ts';
import { type Fault, FAULTS } from './takeover/faults.ts';
import { type Measured, measureRound } from './takeover/measure-round.ts';
import { setStage, type Stage } from './takeover/stage.ts';

/*
 * How long a leader's place is empty: two schedulers in processes of their own, the leader is lost in one way after another,
 * and the time is taken until the other leads and until the occurrence that is due has become a run. Ends with 1 when a
 * limit is passed.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    profile: { type: 'string', default: 'default' },
    kinds: { type: 'string', default: FAULTS.map(({ name }) => name).join(',') },
  },
});
const takeover: Takeover = values.profile === 'tight' ? 'tight' : 'default';

await main();

async function main(): Promise<void> {
  const stage = await setStage();
  try {
    const rounds = Number(values.rounds);
    print(`${machine()}, load ${loadavg()[0]?.toFixed(1) ?? '?'}, profile ${takeover}, ${rounds} rounds, ms`);
    print(tableRow('', ['', 'p50', 'p99', 'max', 'at most']));
    for (const fault of FAULTS.filter(({ name }) => values.kinds.split(',').includes(name))) {
      await measureFault(stage, fault, rounds);
    }
  } finally {
    await stage.close();
  }
}

async function measureFault(stage: Stage, fault: Fault, rounds: number): Promise<void> {
  const link = fault.isFar ? stage.link : undefined;
  if (link !== undefined && 'refused' in link) {
    print(`${fault.label}: skipped, this machine lays no link (${link.refused})`);
    return;
  }
  const measured: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push(await repeatOnce(() => measureRound({ stage, fault, takeover, link })));
  }
  const limits = fault.limits[takeover];
  printTimes(fault.label, 'leads', { times: measured.map(({ lead }) => lead), limit: limits.lead });
  printTimes('', 'enqueues', { times: measured.map(({ enqueue }) => enqueue), limit: limits.enqueue });
}

/** A machine that is too busy may let the leader lose its place before the fault; that is said, and tried once more. */
async function repeatOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    print(`a round is repeated: ${String(error)}`);
    return await work();
  }
}

function printTimes(
  label: string,
  what: string,
  { times, limit }: { readonly times: readonly number[]; readonly limit: number },
): void {
  const sorted = [...times].sort((one, other) => one - other);
  const shown = [0.5, 0.99, 1].map((share) => quantile(sorted, share));
  print(tableRow(label, [what, ...shown.map((ms) => ms.toFixed(1)), String(limit)]));
  if (quantile(sorted, 0.99) > limit) process.exitCode = 1;
}

/** The smallest value that at least this share of them does not exceed. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}
