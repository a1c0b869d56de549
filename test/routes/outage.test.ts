import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { resolveNames } from '../../lib/database/names.ts';
import { hostKnex } from '../support/host-knex.ts';
import { waitFor } from '../support/wait-for.ts';
import { NINE_IN_BERLIN, onEveryHost, problemOf } from './fixture.ts';

const json = { 'content-type': 'application/json' };

/** Every route that needs the database. */
const CALLS: readonly (readonly [method: string, path: string, send?: object])[] = [
  ['GET', '/'],
  ['GET', '/ner/schedule'],
  ['PUT', '/ner/schedule', NINE_IN_BERLIN],
  ['PATCH', '/ner/schedule', { enabled: false }],
  ['DELETE', '/ner/schedule'],
  ['GET', '/ner/schedule/fires'],
  ['GET', '/ner/runs'],
  ['POST', '/ner/runs', { folder: '/in' }],
  ['GET', '/ner/runs/1'],
  ['POST', '/ner/runs/1/cancel', {}],
  ['POST', '/-/preview', { cron: '@daily' }],
  ['GET', '/-/scheduler'],
];

/** A host's knex that keeps to itself what it thinks of its database. */
function quietKnex(url: string, overrides: Knex.Config = {}): Knex {
  const nothing = (): void => undefined;
  return hostKnex(url, { log: { warn: nothing, error: nothing, deprecate: nothing, debug: nothing }, ...overrides });
}

/** A server that takes connections and never says a word, as a frozen machine does. */
async function frozenServer(): Promise<{ readonly server: Server; readonly url: string; close(): void }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { server, url: `postgres://x:x@127.0.0.1:${port}/x`, close };
}

onEveryHost('A database that is away', (fixture) => {
  async function callAll(knex: Knex, timeoutSeconds: number): Promise<void> {
    const began = performance.now();
    const answers = CALLS.map(async ([method, path, send]) => {
      const body = send === undefined ? {} : { send };
      const response = await fixture.call(method, path, { ...body, host: { knex, timeoutSeconds } });
      expect(response.status, `${method} ${path}: ${response.text}`).to.equal(503);
      expect(response.body['code']).to.be.oneOf(['database_unavailable', 'time_limit']);
      expect(Number(response.headers['retry-after'])).to.be.greaterThan(0);
      expect(response.text).not.to.match(/select|insert|\bat .*:\d+|127\.0\.0\.1/i);
    });
    await Promise.all(answers);
    expect(performance.now() - began).to.be.lessThan(timeoutSeconds * 1000 + 3000);
  }

  it('is 503 at once when it refuses connections', async () => {
    const knex = quietKnex('postgres://x:x@127.0.0.1:1/x');
    await callAll(knex, 5);
    await knex.destroy();
  });

  it('is 503 within the time limit when it is frozen', async () => {
    const frozen = await frozenServer();
    const knex = quietKnex(frozen.url);
    await callAll(knex, 0.2);
    frozen.close();
    await knex.destroy();
  });

  it('is 503 when the host has closed its pool', async () => {
    const knex = quietKnex(fixture.database.url);
    await knex.destroy();
    await callAll(knex, 5);
  });

  it('is 503 when the pool has no connection left', async () => {
    const knex = quietKnex(fixture.database.url, { pool: { min: 0, max: 1 } });
    const held = await knex.transaction();
    await callAll(knex, 0.2);
    await held.rollback();
    await knex.destroy();
  });

  it('is served again as soon as it is back', async () => {
    const knex = quietKnex(fixture.database.url);
    expect((await fixture.call('GET', '/', { host: { knex } })).status).to.equal(200);
    await fixture.database.plain.raw(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    const first = await fixture.call('GET', '/ner/runs', { host: { knex } });
    expect(first.status).to.be.oneOf([200, 503]);
    await waitFor(async () => (await fixture.call('GET', '/ner/runs', { host: { knex } })).status === 200, {
      timeoutMs: 2000,
    });
    await knex.destroy();
  });

  it('leaves the host’s other pages alone', async () => {
    const knex = quietKnex('postgres://x:x@127.0.0.1:1/x');
    const response = await fixture.call('GET', '/host', { host: { knex, mount: '' }, headers: json });
    expect(response.body).to.include({ host: true });
    await knex.destroy();
  });

  it('is 503 slot_contended when somebody holds the schedule’s row', async () => {
    await fixture.call('PUT', '/ner/schedule', { send: NINE_IN_BERLIN });
    const held = await fixture.database.plain.transaction();
    await held('worker_schedules').where({ worker_name: 'ner' }).forUpdate();
    const response = await fixture.call('PATCH', '/ner/schedule', { send: { enabled: false } });
    await held.rollback();
    expect(problemOf(response)).to.include({ status: 503, code: 'slot_contended' });
    expect((await fixture.call('GET', '/ner/schedule')).body).to.include({ enabled: true });
  });

  it('gives unexpected errors to the host, or answers them plainly when asked to', async () => {
    const { fires } = resolveNames().plain;
    await fixture.database.plain.raw('alter table worker_schedule_fires rename to lost');
    try {
      const thrown = await fixture.call('GET', '/ner/schedule/fires');
      expect(thrown.status).to.equal(500);
      expect(thrown.body['host']).to.contain(fires);
      const host = { unexpectedErrors: 'respond' } as const;
      const answered = await fixture.call('GET', '/ner/schedule/fires', { host });
      expect(problemOf(answered)).to.include({ status: 500, code: 'internal_error' });
      expect(answered.text).not.to.contain(fires);
    } finally {
      await fixture.database.plain.raw('alter table lost rename to worker_schedule_fires');
    }
  });
});
