import { expect } from 'chai';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import express from 'express';
import { CLIENT_CODES } from '../../routes/client/schedule-client-error.ts';
import { defineCatalogue } from '../../lib/catalogue/define-catalogue.ts';
import { scheduleRouter } from '../../routes/express.ts';
import { routes } from '../../routes/route-table.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { forkScript } from '../support/processes.ts';

const ROOT = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/client.md', ROOT), 'utf8');

/** The rows of the table below a heading, as far as they begin with code. */
function rowsBelow(heading: string): [first: string, second: string][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, first, second]) => [first!, second!]);
}

describe('docs/client.md', () => {
  const folder = new URL(`.data/client-${process.pid}/`, ROOT);
  let database: TestDatabase;
  let server: Server;

  before(async () => {
    database = await createTestDatabase();
    mkdirSync(folder, { recursive: true });
    const catalogue = defineCatalogue({ greeter: { label: 'Greeter', request: z.object({ name: z.string() }) } });
    const authorize = (request: express.Request) =>
      request.headers.authorization === 'Bearer secret' ? { id: '1', name: 'Olga' } : null;
    const app = express().use('/jobs', scheduleRouter({ knex: database.knex, catalogue, authorize }));
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  it('shows a program that does what it says', async () => {
    const [, program = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];
    const script = new URL('program.ts', folder);
    writeFileSync(script, program);
    const failed = `insert into worker_runs (worker_name, status, trigger, queued_at, request, error)
                    values ('greeter', 'FAILED', 'CLI', now(), '{}', 'Error: the door was shut') returning id`;
    const [row] = await query<{ id: string }>(database, failed);
    const { port } = server.address() as AddressInfo;
    const env = { API_URL: `http://127.0.0.1:${port}/jobs/`, API_TOKEN: 'secret' };
    const first = forkScript(script, { env });
    await first.waitForLine(/the door was shut/, 30_000);
    expect(await first.exited, first.errors.join('\n')).to.deep.equal({ code: 0, signal: null });
    const [run] = await query<{ id: string }>(database, "select id from worker_runs where status = 'QUEUED'");
    expect(first.lines[0]).to.match(/^At 02:00, every day next \d{4}-\d\d-\d\dT05:00:00.000Z$/);
    expect(first.lines.slice(1)).to.deep.equal([`queued ${run!.id}`, `${row!.id} Error: the door was shut`]);
    expect(await query(database, 'select enabled from worker_schedules')).to.deep.equal([{ enabled: false }]);
    const second = forkScript(script, { env });
    await second.waitForLine(new RegExp(`^busy with ${run!.id}$`), 30_000);
    expect(await second.exited, second.errors.join('\n')).to.deep.equal({ code: 0, signal: null });
  }).timeout(60_000);

  it('names every function with its route', () => {
    const documented = rowsBelow('Functions').map(([call, route]) => [call.split('(')[0], route]);
    expect(documented).to.deep.equal(routes.map(({ name, method, path }) => [name, `\`${method} ${path}\``]));
  });

  it('names every code of the client', () => {
    expect(rowsBelow('Errors').map(([code]) => code)).to.deep.equal([...CLIENT_CODES]);
  });
});
