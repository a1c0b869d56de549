import type { Knex } from 'knex';
import { claimNextRun } from '../../lib/ledger/claim-next-run.ts';
import { callCost } from '../../test/ledger/call-cost.ts';
import { withBenchDatabase } from '../bench-database.ts';
import { seedLedger } from '../lists/seed-ledger.ts';
import { median } from '../print.ts';
import type { Row } from '../report/row.ts';
import { type BenchRun, numberFrom, numbersFrom } from '../report/section.ts';

const ROUNDS = 5;
/** A runner that serves a few of the workers; theirs are the oldest runs. */
const workerNames = Array.from({ length: 10 }, (_, n) => `queued-${n + 1}`);
const claim = { workerNames, runnerId: 'bench', leaseSeconds: 30 };

/** Pages that a claim reads with few and with many queued runs, in a ledger of millions that are over. */
export async function measureClaimCost({ server }: BenchRun): Promise<Row> {
  const runs = numberFrom('BENCH_LEDGER_RUNS', 10_000_000);
  const [many = NaN, ...fewer] = numbersFrom('BENCH_QUEUED', [10_000, 10, 0]);
  return await withBenchDatabase(server, async (database) => {
    await seedLedger(database.knex, runs);
    const cost = async (queued: number): Promise<number> => median(await pagesOfClaims(database.knex, queued));
    const values = [{ contender: `worker-schedules, ${many.toLocaleString('en')} queued`, value: await cost(many) }];
    for (const queued of fewer) {
      values.push({ contender: `worker-schedules, ${queued.toLocaleString('en')} queued`, value: await cost(queued) });
    }
    const what = `reads of a claim, ${runs.toLocaleString('en')} runs in the ledger`;
    return { what, unit: 'pages', better: 'less', values, targets: [] };
  });
}

async function pagesOfClaims(knex: Knex, queued: number): Promise<number[]> {
  const pages: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await queue(knex, queued);
    pages.push((await callCost(knex, knex, () => claimNextRun(knex, claim))).pages);
  }
  return pages;
}

/** Makes so many runs the queued ones, each of a worker of its own. */
async function queue(knex: Knex, queued: number): Promise<void> {
  await knex.raw(`DELETE FROM worker_runs WHERE worker_name LIKE 'queued-%'`);
  await knex.raw(
    `INSERT INTO worker_runs (worker_name, status, trigger, requested_by, request, config, queued_at, attempt)
     SELECT 'queued-' || n, 'QUEUED', 'API', 'bench', '{}', '{}', now() - interval '1 hour' + n * interval '1 ms', 1
       FROM generate_series(1, ?::int) n`,
    [queued],
  );
  await knex.raw('VACUUM (ANALYZE) worker_runs');
}
