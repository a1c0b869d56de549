import type { Knex } from 'knex';
import { claimNextRun } from '../../lib/ledger/claim-next-run.ts';
import { callCost, type CallCost } from '../../test/ledger/call-cost.ts';
import { withBenchDatabase } from '../bench-database.ts';
import { seedLedger } from '../lists/seed-ledger.ts';
import { median } from '../print.ts';
import type { Row, Target } from '../report/row.ts';
import { type BenchRun, numberFrom, numbersFrom } from '../report/section.ts';

const ROUNDS = 5;
/** A runner that serves a few of the workers; theirs are the oldest runs. */
const workerNames = Array.from({ length: 10 }, (_, n) => `queued-${n + 1}`);
const claim = { workerNames, runnerId: 'bench', leaseSeconds: 30 };

interface Measured {
  readonly label: string;
  readonly costs: readonly CallCost[];
}

/** What a claim costs the server with many and with few queued runs, in a ledger of millions that are over. */
export async function measureClaimCost({ server }: BenchRun): Promise<Row[]> {
  const runs = numberFrom('BENCH_LEDGER_RUNS', 10_000_000);
  const measured = await withBenchDatabase(server, async ({ knex }) => {
    await seedLedger(knex, runs);
    const found: Measured[] = [];
    // From few to many, so that the few do not find what is left of the many.
    for (const queued of numbersFrom('BENCH_QUEUED', [0, 10, 10_000])) {
      found.unshift({ label: `${queued.toLocaleString('en')} queued`, costs: await costsOfClaims(knex, queued) });
    }
    return found;
  });
  const what = `a claim, ${runs.toLocaleString('en')} runs in the ledger`;
  const few = measured[1]?.label ?? '';
  return [
    rowOf(measured, { what, unit: 'pages', of: 'pages', targets: [{ limit: 'at most', value: 1.5, beside: few }] }),
    rowOf(measured, { what, unit: 'ms', of: 'milliseconds', targets: [] }),
  ];
}

interface Shown extends Pick<Row, 'what' | 'unit'> {
  readonly of: keyof CallCost;
  readonly targets: readonly Target[];
}

function rowOf(measured: readonly Measured[], { of, ...row }: Shown): Row {
  const values = measured.map(({ label, costs }) => ({
    contender: label,
    value: median(costs.map((cost) => cost[of])),
  }));
  return { better: 'less', values, ...row };
}

async function costsOfClaims(knex: Knex, queued: number): Promise<CallCost[]> {
  await queue(knex, queued);
  const costs: CallCost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const trx = await knex.transaction();
    costs.push(await callCost(trx, trx, () => claimNextRun(trx, claim)));
    // The next round finds the same queue.
    await trx.rollback();
  }
  return costs;
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
