import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../server/ask.ts';
import { NotApplied, type Scene, type Strike } from './scene.ts';

/** Runs a statement now, or as soon as there is a database again. */
async function insist<Row>({ server }: Scene, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  for (;;) {
    try {
      return await ask<Row>(server.url(), text, values);
    } catch {
      await pause(200);
    }
  }
}

/**
 * The rows that are struck: nobody edits them, so that what they say is known. Rows that are due keep what they were, for
 * whoever breaks them would take away what is owed.
 */
const UNTOUCHED = `s.enabled AND s.fault IS NULL AND s.cron = '* * * * *' AND s.next_run_at > now() + interval '2 seconds'
  AND s.worker_name ~ '^w' AND (right(s.worker_name, 4)::int - 1) % 4 IN (0, 2)`;

const BROKEN = [
  { column: 'cron', value: '61 * * * *' },
  { column: 'cron', value: '0 0 30 2 *' },
  { column: 'timezone', value: 'Mars/Olympus_Mons' },
] as const;

/** A schedule that nobody can understand any more, written by SQL and repaired later. */
export const poisonRow: Strike = async (scene, fault, onHit) => {
  const { column, value } = BROKEN[Math.floor(fault.chance * BROKEN.length)] ?? BROKEN[0];
  const rows = await ask<{ worker_name: string }>(
    scene.server.url(),
    `WITH chosen AS (SELECT s.worker_name FROM worker_schedules s WHERE ${UNTOUCHED}
       ORDER BY md5(s.worker_name || $1) LIMIT 1 FOR UPDATE SKIP LOCKED)
     UPDATE worker_schedules s SET ${column} = $2 FROM chosen c WHERE s.worker_name = c.worker_name
     RETURNING s.worker_name`,
    [String(fault.chance), value],
  );
  const [row] = rows;
  if (row === undefined) throw new NotApplied('there is no such row');
  onHit({ victim: row.worker_name, struckLeader: false });
  await pause(fault.lastsMs);
  await scene.repair(row.worker_name);
};

/** A worker whose runs the host's database refuses. */
export const unwritableRun: Strike = async (scene, fault, onHit) => {
  const [row] = await ask<{ worker_name: string }>(
    scene.server.url(),
    `INSERT INTO chaos.unwritable SELECT s.worker_name FROM worker_schedules s WHERE ${UNTOUCHED}
      ORDER BY md5(s.worker_name || $1) LIMIT 1 ON CONFLICT DO NOTHING RETURNING worker_name`,
    [String(fault.chance)],
  );
  if (row === undefined) throw new NotApplied('there is no such row');
  onHit({ victim: row.worker_name, struckLeader: false });
  await pause(fault.lastsMs);
  await insist(scene, 'DELETE FROM chaos.unwritable WHERE worker_name = $1', [row.worker_name]);
};

/** What a restored copy of the schedules does: five rows name an occurrence again that was decided a minute ago. */
export const setBack: Strike = async ({ server }, fault, onHit) => {
  const rows = await ask<{ worker_name: string }>(
    server.url(),
    `WITH chosen AS (SELECT s.worker_name FROM worker_schedules s WHERE ${UNTOUCHED} AND EXISTS (
         SELECT 1 FROM worker_schedule_fires f
          WHERE f.worker_name = s.worker_name AND f.scheduled_at = s.next_run_at - interval '1 minute')
       ORDER BY md5(s.worker_name || $1) LIMIT 5 FOR UPDATE SKIP LOCKED)
     UPDATE worker_schedules s SET next_run_at = s.next_run_at - interval '1 minute'
       FROM chosen c WHERE s.worker_name = c.worker_name RETURNING s.worker_name`,
    [String(fault.chance)],
  );
  if (rows.length === 0) throw new NotApplied('there is no such row');
  onHit({ victim: rows.map(({ worker_name }) => worker_name).join(', '), struckLeader: false });
};
