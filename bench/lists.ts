import type { Knex } from 'knex';
import { callCost } from '../test/ledger/call-cost.ts';
import { createBenchDatabase } from './bench-database.ts';
import { askedLists } from './lists/asked-lists.ts';
import { seedLedger } from './lists/seed-ledger.ts';
import { costOfRuns, dropIndex } from './lists/write-cost.ts';
import { machine, median, print, tableRow } from './print.ts';

/*
 * What the lists cost in a ledger of a million runs (BENCH_RUNS), and what their index costs a run. Ends with 1 when a list
 * reads more pages than it may.
 */
const RUNS = Number(process.env['BENCH_RUNS'] ?? 1_000_000);
const FILTER_INDEX = 'worker_runs_filtered_idx';

await main();

async function main(): Promise<void> {
  const database = await createBenchDatabase();
  try {
    await seedLedger(database.knex, RUNS);
    print(`${machine()}, PostgreSQL ${database.version}, ${RUNS.toLocaleString('en')} runs`);
    await printLists(database.knex);
    await printWriteCost(database.knex);
  } finally {
    await database.drop();
  }
}

async function printLists(knex: Knex): Promise<void> {
  print(tableRow('GET', ['pages', 'at most', 'ms']));
  for (const { label, call, mostPages } of askedLists(knex, RUNS)) {
    await callCost(knex, knex, call);
    const { pages, milliseconds } = await callCost(knex, knex, call);
    print(tableRow(label, [String(pages), String(mostPages), milliseconds.toFixed(2)]));
    if (pages > mostPages) process.exitCode = 1;
  }
}

/** With the index of the filters and without it, in turns. */
async function printWriteCost(knex: Knex): Promise<void> {
  const costs = { with: [] as number[], without: [] as number[] };
  const bytes = { with: [] as number[], without: [] as number[] };
  for (let round = 0; round < 3; round += 1) {
    for (const which of ['with', 'without'] as const) {
      const restore = which === 'without' ? await dropIndex(knex, FILTER_INDEX) : () => Promise.resolve();
      const { milliseconds, logBytes } = await costOfRuns(knex, 1000);
      await restore();
      costs[which].push(milliseconds);
      bytes[which].push(logBytes);
    }
  }
  print(tableRow('one run: enqueue, claim, report', ['with', 'without']));
  print(tableRow(`ms, with ${FILTER_INDEX} and without`, [costs.with, costs.without].map(round(2))));
  print(tableRow('bytes of write-ahead log', [bytes.with, bytes.without].map(round(0))));
}

function round(digits: number): (numbers: readonly number[]) => string {
  return (numbers) => median(numbers).toFixed(digits);
}
