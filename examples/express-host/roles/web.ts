import { createServer } from 'node:http';
import type { Knex } from 'knex';
import { createApp } from '../app.ts';
import { listen, wantedPort } from '../listen.ts';
import { say } from '../say.ts';
import { runRole, type Started } from './run-role.ts';

const drainMs = 5000;

/** The API process. */
export async function runWeb(): Promise<void> {
  await runRole('web', startWeb);
}

async function startWeb(knex: Knex): Promise<Started> {
  const server = createServer(createApp(knex));
  const address = await listen(server, wantedPort(), process.env['HOST'] || '127.0.0.1');
  say('web', `listens on ${address} (pid ${process.pid})`);
  process.send?.({ address });
  return {
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      const cut = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearTimeout(cut);
      say('web', 'stopped');
    },
  };
}
