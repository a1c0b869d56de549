import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import knexPackage, { type Knex } from 'knex';
import { type BenchDatabase, createBenchDatabase } from './bench-database.ts';
import { type CycleOptions, type LeakHost, reconnect, type Samples, startAndStop } from './leaks/cycles.ts';
import { slopeOfLastHalf } from './leaks/memory.ts';
import { machine, print, tableRow } from './print.ts';

/*
 * What starting, stopping and reconnecting leave behind: listeners, timers, sockets, sessions and locks are counted again
 * and again and may not change, and memory may not grow. Ends with 1 when it does, or with the error of what was left.
 */
const MOST_BYTES = 1000;

const { values } = parseArgs({
  options: { cycles: { type: 'string', default: '1000' }, reconnects: { type: 'string', default: '200' } },
});

await main();

async function main(): Promise<void> {
  const database = await createBenchDatabase();
  // Its pool gives up its connections in its own time, and would be counted.
  await database.knex.destroy();
  process.on('warning', failOn);
  const knexes = [poolOf(database, 1), poolOf(database, 1)] as const;
  const [host, watch] = knexes;
  try {
    print(`${machine()}, load ${loadavg()[0]?.toFixed(1) ?? '?'}, PostgreSQL ${database.version}`);
    print(tableRow('', ['cycles', 'first MB', 'last MB', 'bytes/cycle', 'at most']));
    const counts = { cycles: Number(values.cycles), reconnects: Number(values.reconnects) };
    await measure('start and stop of scheduler and runner', startAndStop, { host, watch, count: counts.cycles });
    await measure('sessions cut and made again', reconnect, { host, watch, count: counts.reconnects });
  } finally {
    await Promise.all(knexes.map((knex) => knex.destroy()));
    await database.drop();
  }
}

function poolOf({ url }: BenchDatabase, size: number): Knex {
  return knexPackage({ client: 'pg', connection: url, pool: { min: size, max: size } });
}

function failOn(warning: Error): void {
  print(`${warning.name}: ${warning.message}`);
  process.exitCode = 1;
}

type Repeated = (host: LeakHost, options: CycleOptions) => Promise<Samples>;

async function measure(
  label: string,
  repeated: Repeated,
  { count, ...host }: LeakHost & { readonly count: number },
): Promise<void> {
  const every = Math.max(1, Math.floor(count / 100));
  const samples = await repeated(host, { count, every });
  const slope = slopeOfLastHalf(samples, every);
  const megabytes = [samples[0], samples.at(-1)].map((bytes) => ((bytes ?? NaN) / 1e6).toFixed(2));
  print(tableRow(label, [String(count), ...megabytes, slope.toFixed(0), String(MOST_BYTES)]));
  if (slope > MOST_BYTES) process.exitCode = 1;
}
