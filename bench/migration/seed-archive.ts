import type { Knex } from 'knex';
import { ledgerStatements } from '../../test/migrations/archive-host.ts';

/** Makes a host's own ledger with so many runs that are over, of 200 workers, one a second until now. */
export async function seedArchive(knex: Knex, runs: number): Promise<void> {
  for (const statement of ledgerStatements()) await knex.raw(statement);
  await knex.raw(
    `INSERT INTO archive_worker_runs (worker_name, status, trigger, requested_by, engine_name, preset, config,
       queued_at, started_at, finished_at, duration_ms, error)
     SELECT 'worker-' || n % 200, (ARRAY['SUCCESS', 'SUCCESS', 'SUCCESS', 'FAILED'])[1 + n % 4]::worker_run_status,
       (ARRAY['CLI', 'API'])[1 + n % 2]::worker_run_trigger, 'ana', 'engine', 'fast', jsonb_build_object('batch', n),
       at, at, at + interval '1 s', 1000, CASE WHEN n % 4 = 3 THEN 'ValueError: ' || n END
       FROM (SELECT n, now() - (?::int - n) * interval '1 s' AS at FROM generate_series(1, ?::int) n) s`,
    [runs, runs],
  );
  await knex.raw('VACUUM ANALYZE archive_worker_runs');
}
