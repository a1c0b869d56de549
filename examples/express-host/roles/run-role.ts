import cluster from 'node:cluster';
import type { Knex } from 'knex';
import { connect, openDatabase } from '../database.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { aborted, stopSignal } from '../stop-signal.ts';
import { whenDatabaseAnswers } from '../when-database-answers.ts';

/** What a role does, once started. */
export interface Started {
  stop(): Promise<void>;
}

/** Runs one role until it should stop: it waits for its database, starts, and ends what it has begun. */
export async function runRole(role: string, start: (knex: Knex) => Promise<Started>): Promise<void> {
  const stopping = stopSignal();
  const database = await openDatabase();
  const knex = connect(database.url, role);
  const options = { who: role, stopping };
  try {
    // A primary has prepared the database before it forks its roles.
    if (cluster.isPrimary) await whenDatabaseAnswers(() => prepareDatabase(knex), options);
    const started = await whenDatabaseAnswers(() => start(knex), options);
    await aborted(stopping);
    await started?.stop();
  } finally {
    await knex.destroy();
    await database.stop();
  }
}
