import cluster from 'node:cluster';
import type { Knex } from 'knex';
import { connect, openDatabase } from '../database/database.ts';
import { prepareDatabase } from '../database/prepare-database.ts';
import { whenDatabaseAnswers } from '../database/when-database-answers.ts';
import { aborted, stopSignal } from '../processes/stop-signal.ts';

/** One role of one host, and how it starts. */
export interface Role {
  readonly hostName: string;
  readonly name: string;
  readonly start: (knex: Knex) => Promise<Started>;
}

/** What a role does, once started. */
export interface Started {
  stop(): Promise<void>;
}

/** Runs one role until it should stop: it waits for its database, starts, and ends what it has begun. */
export async function runRole({ hostName, name, start }: Role): Promise<void> {
  const stopping = stopSignal();
  const database = await openDatabase(hostName);
  const knex = connect(database.url, `${hostName} ${name}`);
  const options = { who: name, stopping };
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
