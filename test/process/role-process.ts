import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Knex } from 'knex';
import { type NamesInput, scheduleRouter, startRunner, startScheduler } from '../../lib/index.ts';
import { catalogue } from '../runner/runner-fixture.ts';
import { hostKnex } from '../support/host-knex.ts';

/*
 * One of the three kinds of process, as a host starts it, on the DATABASE_URL of its role and with the NAMES of the install. The runner's work fails at its
 * first attempt. It tells what happens by messages, and ends with its parent.
 */
const knex = hostKnex(process.env['DATABASE_URL'] ?? '');
const names = JSON.parse(process.env['NAMES'] ?? '{}') as NamesInput;
const say = (message: object): void => void process.send?.(message);

const authorize = (): { id: string; name: string } => ({ id: '1', name: 'operator' });

async function serve(host: Knex): Promise<void> {
  const app = express();
  app.use('/jobs', scheduleRouter({ knex: host, catalogue, names, authorize }));
  app.use((error: Error & { code?: string }, _request: unknown, response: express.Response, next: unknown) => {
    if (typeof next === 'function') response.status(500).send(`${error.code ?? ''}: ${error.message}`);
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  say({ started: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jobs` });
}

async function schedule(host: Knex): Promise<void> {
  const scheduler = await startScheduler(host, { catalogue, names, name: 'limited', idleSeconds: 1 });
  scheduler.on('error', ({ error, during }) => say({ error: String(error), during }));
  say({ started: scheduler.state });
}

async function run(host: Knex): Promise<void> {
  const walk = {
    run: (_run: unknown, { attempt }: { readonly attempt: number }) =>
      attempt === 1 ? Promise.reject(new RangeError('the first attempt')) : Promise.resolve(),
  };
  const runner = await startRunner(host, { catalogue, names, workers: { walk }, pollSeconds: 0.1 });
  runner.on('unavailable', ({ error }) => say({ error: String(error) }));
  say({ started: runner.runnerId });
}

const kinds: Readonly<Record<string, (host: Knex) => Promise<void>>> = { api: serve, scheduler: schedule, runner: run };
await kinds[process.env['KIND'] ?? '']!(knex).catch(async (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string };
  say({ refused: { code, message } });
  await knex.destroy();
});
