import type { Knex } from 'knex';

/** Workers that have their rows by `seedLedger`, a hundred in all. */
export const benchWorkers: readonly string[] = ['big', 'odd', 'tiny', ...Array.from({ length: 97 }, (_, n) => `w${n}`)];

/** What `seedLedger` writes for one stretch of ids; `n` is the id. */
interface Stretch {
  readonly upTo: number;
  readonly worker: string;
  readonly status: string;
  readonly trigger: string;
}

/**
 * 90 % belong to `big`: all SUCCESS but for its oldest 45, by SCHEDULE but for one in 1,800. In between stands `odd`, which
 * failed each time that somebody asked for it. Newer than all of them are 97 others, and three runs of `tiny`.
 */
function stretches(runs: number): readonly Stretch[] {
  const oddOr = (odd: string, other: string): string => `CASE WHEN n % 60 = 0 THEN '${odd}' ELSE ${other} END`;
  const big = `CASE WHEN n <= 40 THEN 'FAILED' WHEN n <= 45 THEN 'CANCELLED' ELSE 'SUCCESS' END`;
  const mixed = `CASE n % 100 WHEN 0 THEN 'FAILED' WHEN 1 THEN 'INTERRUPTED' ELSE 'SUCCESS' END`;
  return [
    {
      upTo: runs * 0.915,
      worker: oddOr('odd', `'big'`),
      status: oddOr('FAILED', big),
      trigger: oddOr('API', `CASE WHEN n % 1801 = 0 THEN 'API' ELSE 'SCHEDULE' END`),
    },
    {
      upTo: runs - 3,
      worker: `'w' || n % 97`,
      status: mixed,
      trigger: `CASE n % 7 WHEN 0 THEN 'CLI' WHEN 1 THEN 'API' ELSE 'SCHEDULE' END`,
    },
    { upTo: runs, worker: `'tiny'`, status: `'SUCCESS'`, trigger: `'CLI'` },
  ];
}

/** Fills the ledger with this many runs, and the fires with a tenth as many for `big`. */
export async function seedLedger(knex: Knex, runs: number): Promise<void> {
  let from = 1;
  for (const { upTo, worker, status, trigger } of stretches(runs)) {
    await knex.raw(
      `INSERT INTO worker_runs (worker_name, status, trigger, requested_by, request, config, queued_at, started_at,
         finished_at, attempt, scheduled_for)
       SELECT ${worker}, (${status})::worker_run_status, (${trigger})::worker_run_trigger, 'schedule',
         '{"folder": "/in", "deep": true}', '{"folder": "/in", "deep": true, "batch": 100}', m.at, m.at,
         m.at + interval '5 seconds', 1, m.at
         FROM generate_series(?::int, ?::int) n CROSS JOIN LATERAL (SELECT now() + (n - ?) * interval '10 seconds') m(at)`,
      [from, Math.round(upTo), runs],
    );
    from = Math.round(upTo) + 1;
  }
  await knex.raw(
    `INSERT INTO worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome, run_id)
     SELECT 'big', now() - n * interval '1 minute', now(), 'enqueued', n::text FROM generate_series(1, ?::int) n`,
    [Math.round(runs / 10)],
  );
  await knex.raw('VACUUM ANALYZE worker_runs');
  await knex.raw('VACUUM ANALYZE worker_schedule_fires');
}
