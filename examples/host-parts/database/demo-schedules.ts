import type { Knex } from 'knex';
import { type Catalogue, getSchedule, saveSchedule } from 'worker-schedules';

/** Soon and often, so that there is something to watch. */
const demoSchedules = [
  { workerName: 'inventory', cron: '* * * * *', request: { folder: 'lib' } },
  { workerName: 'unreliable', cron: '* * * * *', request: { failures: 2 } },
  { workerName: 'database-report', cron: '* * * * *', request: {} },
] as const;

const by = { id: 'example-host', name: 'Example host' };

/** Saves the schedules that are not there; one that an operator has changed or paused stays as it is. */
export async function seedSchedules(knex: Knex, catalogue: Catalogue): Promise<void> {
  for (const schedule of demoSchedules) {
    const stored = await getSchedule(knex, schedule.workerName);
    if (stored === undefined) await saveSchedule(knex, { ...schedule, by }, { catalogue });
  }
}
