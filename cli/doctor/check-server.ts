import { openHeldSession } from '../../lib/database/held-session.ts';
import { readServer } from '../../lib/database/read-server.ts';
import { hasCode } from '../../lib/errors.ts';
import { elapsedText } from '../elapsed-text.ts';
import type { Check, Finding } from './finding.ts';

/** gen_random_uuid() is built in from here on. */
const OLDEST_SERVER = 130_000;
/** Clocks that are further apart make logs of two machines hard to read together. */
const APART_MS = 2000;

/** Which server answers, and whether it can be written. */
export const checkServer: Check = async ({ knex }) => {
  const { version, versionNumber, database, role, inRecovery } = await readServer(knex);
  const message = `PostgreSQL ${version}, database ${database}, as role ${role}`;
  const found: Finding[] = [{ check: 'database', level: 'ok', message }];
  if (versionNumber < OLDEST_SERVER) {
    found.push({ check: 'database', level: 'fault', message: 'PostgreSQL 13 or later is needed.' });
  }
  if (inRecovery) {
    const standby = 'This server is a standby, which only reads; connect to the primary.';
    found.push({ check: 'database', level: 'fault', message: standby });
  }
  return found;
};

/** Whether a session can be held on this address, as the scheduler needs one. */
export const checkConnection: Check = async ({ knex }) => {
  try {
    const session = await openHeldSession(knex, { applicationName: 'worker-schedules doctor', limitMs: 10_000 });
    await session.close();
    return [{ check: 'connection', level: 'ok', message: 'direct: a session can be held, as the scheduler needs one' }];
  } catch (error) {
    if (!hasCode(error, 'connection_pooled')) throw error;
    const message =
      'a pooler stands between; API and runners work through it, migrations and the scheduler need the option `connection` with a direct address';
    return [{ check: 'connection', level: 'note', message }];
  }
};

/** How far the clock of this machine is from the database's; the middle of the question is when it was answered. */
export const checkClocks: Check = async ({ knex }) => {
  const asked = Date.now();
  const { now } = await readServer(knex);
  const answered = Date.now();
  const ahead = (asked + answered) / 2 - now.getTime();
  const unsure = (answered - asked) / 2;
  if (Math.abs(ahead) <= APART_MS + unsure) {
    return [{ check: 'clocks', level: 'ok', message: "this machine's clock and the database's agree" }];
  }
  const message = `this machine's clock is ${elapsedText(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the database's, which alone decides`;
  return [{ check: 'clocks', level: 'note', message }];
};
