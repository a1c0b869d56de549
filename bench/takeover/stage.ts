import { join } from 'node:path';
import knexPackage, { type Knex } from 'knex';
import { ChaosServer } from '../../chaos/server/chaos-server.ts';
import { layLinks, type Link } from '../../chaos/server/links.ts';
import { saveSchedule } from '../../lib/index.ts';
import { migrate } from '../../migrations/index.ts';

/** A server of our own, a network of its own to reach it by, and a schedule that is due when we say so. */
export interface Stage {
  readonly server: ChaosServer;
  /** A far host's way to the server, or why there is none on this machine. */
  readonly link: Link | { readonly refused: string };
  readonly knex: Knex;
  close(): Promise<void>;
}

/** The only schedule: it names no occurrence for months, and becomes due by hand. */
export const WORKER = 'takeover';

const nothing = (): void => undefined;

/** A heartbeat that sleeps when it is told to: a statement of the leader that is under way for long. */
const SLOW_HEARTBEAT = `
  CREATE TABLE slow_heartbeat (seconds int NOT NULL);
  INSERT INTO slow_heartbeat VALUES (0);
  CREATE FUNCTION sleep_in_heartbeat() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(seconds) FROM slow_heartbeat WHERE seconds > 0; RETURN NEW; END $$;
  CREATE TRIGGER slow_heartbeat BEFORE UPDATE ON worker_scheduler_state
    FOR EACH ROW EXECUTE FUNCTION sleep_in_heartbeat()`;

/** Starts the server and migrates it. */
export async function setStage(): Promise<Stage> {
  const laid = layLinks(1);
  const [link] = Array.isArray(laid) ? (laid as Link[]) : [];
  const directory = join(import.meta.dirname, '..', '..', '.data', `takeover-${process.pid}`);
  const server = await ChaosServer.create(directory, link === undefined ? [] : [link.address]);
  const knex = knexPackage({
    client: 'pg',
    connection: server.url(),
    pool: { min: 0, max: 2 },
    log: { debug: nothing, warn: nothing, error: nothing, deprecate: nothing },
  });
  await migrate(knex);
  await knex.raw(SLOW_HEARTBEAT);
  await saveSchedule(knex, { workerName: WORKER, cron: '0 0 1 1 *', request: {} });
  return {
    ...{ server, knex, link: link ?? { refused: 'refused' in laid ? laid.refused : 'no link was laid' } },
    close: async () => {
      await knex.destroy();
      link?.remove();
      await server.close();
    },
  };
}
