import type { Knex } from 'knex';
import { claimNextRun } from '../../lib/ledger/claim-next-run.ts';
import { enqueueRun } from '../../lib/ledger/enqueue-run.ts';
import { reportOutcome } from '../../lib/ledger/report-outcome.ts';
import { logPosition } from '../log-position.ts';

/** What a run costs from its row to its end. */
export interface RunCost {
  readonly milliseconds: number;
  /** Bytes of the write-ahead log. */
  readonly logBytes: number;
}

/** Queues, claims and ends this many runs, one after the other, and returns what each cost on average. */
export async function costOfRuns(knex: Knex, runs: number): Promise<RunCost> {
  const before = await logPosition(knex);
  const start = performance.now();
  for (let done = 0; done < runs; done += 1) {
    await enqueueRun(knex, { workerName: `w${done % 97}`, request: { folder: '/in' } });
    const run = await claimNextRun(knex, { workerNames: [`w${done % 97}`], runnerId: 'bench', leaseSeconds: 30 });
    if (run === null) throw new Error('The run that was queued cannot be claimed.');
    await reportOutcome(knex, { runId: run.id, leaseToken: run.leaseToken, outcome: 'SUCCESS' });
  }
  const milliseconds = (performance.now() - start) / runs;
  return { milliseconds, logBytes: ((await logPosition(knex)) - before) / runs };
}

/** Takes an index away and returns what makes it again. */
export async function dropIndex(knex: Knex, index: string): Promise<() => Promise<void>> {
  const { rows } = await knex.raw<{ rows: { indexdef: string }[] }>(
    'SELECT indexdef FROM pg_indexes WHERE indexname = ?',
    [index],
  );
  const definition = rows[0]?.indexdef;
  if (definition === undefined) throw new Error(`There is no index ${index}.`);
  await knex.raw(`DROP INDEX ${index}`);
  return async () => {
    await knex.raw(definition);
  };
}
