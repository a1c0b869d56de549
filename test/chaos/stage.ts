import knexModule, { type Knex } from 'knex';
import type { History } from '../../chaos/audit/history.ts';
import { auditStatements } from '../../chaos/audit/install-audit.ts';
import { readHistory } from '../../chaos/audit/read-history.ts';
import { type BreakableClient, breakClient } from '../../chaos/sabotage/break-client.ts';
import type { Sabotage } from '../../chaos/sabotage/sabotages.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { openLeaderSession } from '../../lib/database/leader-session.ts';
import { parseSchedulerOptions } from '../../lib/scheduler/scheduler-options.ts';
import { leaderOn, type TestLeader } from '../scheduler/test-leader.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';

/** A database with the harness's witnesses and a clock of the test. */
export async function createStage(): Promise<TestDatabase> {
  const database = await createTestDatabase({ fakeClock: true });
  for (const statement of auditStatements(resolveNames())) await database.plain.raw(statement);
  return database;
}

/** Empties every table, also the witnesses'. */
export async function clearStage(database: TestDatabase): Promise<void> {
  await database.plain.raw(
    `truncate worker_runs, worker_schedules, worker_schedule_fires, worker_scheduler_state, chaos.audit`,
  );
}

/** A host's knex whose statements are broken, or whole ones for comparison. */
export function breakableKnex(database: TestDatabase, sabotage: Sabotage | undefined): Knex {
  const afterCreate = (client: BreakableClient, done: (error: null, client: BreakableClient) => void): void => {
    if (sabotage !== undefined) breakClient(client, sabotage);
    done(null, client);
  };
  return knexModule({ client: 'pg', connection: database.url, pool: { min: 0, max: 5, afterCreate } });
}

/** A scheduler that ticks when it is told to, if it believes that it leads. */
export async function standUp(knex: Knex, name: string): Promise<TestLeader | undefined> {
  const { names } = parseSchedulerOptions({ name });
  const session = await openLeaderSession(knex, { names, name });
  if (await session.tryToLead()) return leaderOn(session, { name });
  await session.close();
  return undefined;
}

/** What the witnesses saw. */
export async function historyOf(database: TestDatabase): Promise<History> {
  const ask = async <Row>(text: string): Promise<Row[]> => await query<Row>(database, text);
  return { ...(await readHistory(ask)), readAt: Infinity, edits: [], faults: [], log: [] };
}
