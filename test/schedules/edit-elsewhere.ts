import { saveSchedule } from '../../lib/schedules/save-schedule.ts';
import { hostKnex } from '../support/host-knex.ts';

/** Saves a schedule, makes it due at an instant with microseconds, edits it, and tells what it is then. */
const knex = hostKnex(process.env['DATABASE_URL']!);
const daily = { workerName: 'ner', cron: '30 2 * * *', timezone: 'Europe/Berlin', request: {} };
await saveSchedule(knex, daily);
await knex.raw(`UPDATE worker_schedules SET next_run_at = '2026-03-29T00:50:00.123456Z'`);
const { schedule } = await saveSchedule(knex, { ...daily, cron: '0,30 2 * * *' });
await knex.destroy();
process.send!({
  ...{ nextRunAt: schedule.nextRunAt, createdAt: schedule.createdAt, timezone: schedule.timezone },
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
