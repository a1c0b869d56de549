import type { Knex } from 'knex';

/** A benchmark's schedules: how many, and how many different pairs of expression and zone among them. */
export interface Agenda {
  readonly schedules: number;
  readonly pairs: number;
}

/** Zones whose offset is a whole number of hours, so that one minute is due in all of them. */
const ZONES = Intl.supportedValuesOf('timeZone').filter(isWholeHours);
const PAIRS_A_ZONE = 100;

function isWholeHours(timeZone: string): boolean {
  const at = new Date(Date.UTC(2026, 0, 1));
  return new Intl.DateTimeFormat('en', { timeZone, minute: 'numeric' }).format(at) === '0';
}

/** The pair of expression and zone with this number: `minute` and two others of each hour. */
function pairOf(number: number, minute: number): readonly [cron: string, timezone: string] {
  const [zone, other] = [Math.floor(number / PAIRS_A_ZONE), number % PAIRS_A_ZONE];
  const minutes = [minute, minute + 1 + (other % 10), minute + 20 + Math.floor(other / 10)].map((each) => each % 60);
  return [`${minutes.sort((a, b) => a - b).join(',')} * * * *`, ZONES[zone % ZONES.length] ?? 'UTC'];
}

/** Fills the table of schedules; nothing is due yet. */
export async function seedSchedules(knex: Knex, { schedules, pairs }: Agenda): Promise<void> {
  const minute = new Date().getUTCMinutes();
  const agenda = JSON.stringify(Array.from({ length: pairs }, (_, number) => pairOf(number, minute)));
  await knex.raw('TRUNCATE worker_schedules, worker_schedule_fires, worker_runs');
  await knex.raw(
    `INSERT INTO worker_schedules (worker_name, enabled, cron, timezone, request, next_run_at, switched_at, created_at,
       updated_at)
     SELECT 'worker-' || lpad(n::text, 7, '0'), true, p.pair->>0, p.pair->>1, '{"folder": "/in", "deep": true}',
       now() + interval '1 day', now(), now(), now()
       FROM generate_series(1, ?::int) n
       JOIN jsonb_array_elements(?::jsonb) WITH ORDINALITY p(pair, number) ON p.number = 1 + n % ?::int`,
    [schedules, agenda, pairs],
  );
}

/** Empties ledger and fires, and makes every schedule due since the last full minute; the tables are as after a vacuum. */
export async function makeAllDue(knex: Knex): Promise<void> {
  await knex.raw('TRUNCATE worker_schedule_fires, worker_runs');
  await knex.raw(`UPDATE worker_schedules SET next_run_at = date_trunc('minute', now()), last_enqueued_at = NULL`);
  await knex.raw('VACUUM (FULL, ANALYZE) worker_schedules');
  await knex.raw('CHECKPOINT');
}
