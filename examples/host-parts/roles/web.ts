import { createServer } from 'node:http';
import { say } from '../console/say.ts';
import type { Host, WebApp } from '../host.ts';
import { listen, wantedPort } from './listen.ts';
import { runRole, type Started } from './run-role.ts';

const drainMs = 5000;

/** The API process; what is web about it, the host brings along. */
export async function runWeb({ name: hostName, loadApp }: Host): Promise<void> {
  const createApp = await loadApp();
  await runRole({ hostName, name: 'web', start: (knex) => serve(createApp(knex)) });
}

async function serve(app: WebApp): Promise<Started> {
  const server = createServer(app);
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
