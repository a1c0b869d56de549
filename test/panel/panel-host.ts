import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Runner } from '../../lib/runner/start-runner.ts';
import { startRunner } from '../../lib/runner/start-runner.ts';
import { type SchedulerHandle, startScheduler } from '../../lib/scheduler/start-scheduler.ts';
import { DatabaseLink } from '../support/database-link.ts';
import type { TestDatabase } from '../support/databases.ts';
import type { HostKind } from './host-kinds.ts';
import { panelCatalogue } from './panel-catalogue.ts';
import { authorizeCookie, type CookieAuthorize, MOUNT, panelListener } from './panel-listener.ts';
import { ScriptedAdapter } from './scripted-adapter.ts';

/** A host with the panel, and a scheduler and a runner over the same database. */
export interface PanelHost {
  /** The panel's address, with a slash at its end. */
  readonly address: string;
  /** What the workers do; a test decides. */
  readonly adapter: ScriptedAdapter;
  /** The API's way to the database. */
  readonly link: DatabaseLink;
  /** Ends every session of the sign-in. */
  signEverybodyOut(isOut: boolean): void;
  startScheduler(): Promise<SchedulerHandle>;
  close(): Promise<void>;
}

/** Starts a host of one framework, with a runner; a scheduler is started when a test wants one. */
export async function openPanelHost(kind: HostKind, database: TestDatabase): Promise<PanelHost> {
  const link = await DatabaseLink.open(database.url);
  let isOut = false;
  const authorize: CookieAuthorize = (message, question) => (isOut ? null : authorizeCookie(message, question));
  const server = createServer(panelListener(kind, { knex: link.knex(), authorize })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const adapter = new ScriptedAdapter();
  const workers = Object.fromEntries(Object.keys(panelCatalogue.workers).map((name) => [name, adapter]));
  const runner: Runner = await startRunner(database.knex, {
    catalogue: panelCatalogue,
    workers,
    pollSeconds: 1,
    runnerId: 'host-a:4711',
  });
  const schedulers: SchedulerHandle[] = [];
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${MOUNT}/`,
    adapter,
    link,
    signEverybodyOut: (out) => {
      isOut = out;
    },
    startScheduler: async () => {
      const started = await startScheduler(database.knex, {
        catalogue: panelCatalogue,
        name: 'host-a',
        idleSeconds: 1,
      });
      schedulers.push(started);
      return started;
    },
    close: async () => {
      adapter.letGo();
      await Promise.all([runner.stop(), ...schedulers.map((scheduler) => scheduler.stop())]);
      server.closeAllConnections();
      server.close();
      await link.close();
    },
  };
}
