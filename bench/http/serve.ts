import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import knexPackage from 'knex';
import { bareApp } from './bare-routes.ts';
import { routers } from './bench-host.ts';
import { endpoints } from './endpoints.ts';
import { serveParent } from '../processes/forked.ts';
import { ownStatements, recordStatements, type Statements } from './record-statements.ts';

/** One of the two servers, as the first argument says: `ours` or `bare`. */
const knex = knexPackage({ client: 'pg', connection: process.env['DATABASE_URL'] ?? '', pool: { min: 10, max: 10 } });
const app = process.argv[2] === 'bare' ? await bareOfOurs() : ours();
const server = createServer(app).listen(0, '127.0.0.1', () => {
  serveParent({
    port: () => Promise.resolve((server.address() as AddressInfo).port),
    cpu: () => Promise.resolve(process.cpuUsage()),
  });
});

function ours(): RequestListener {
  const host = express();
  host.disable('etag');
  for (const [mount, router] of routers(knex)) host.use(mount, router);
  return host;
}

/**
 * Takes the texts of the statements from the router, as it sends them once it is warm, and checks that the bare routes then
 * send the very same ones.
 */
async function bareOfOurs(): Promise<RequestListener> {
  const router = ours();
  await recordStatements(knex, router, 0);
  const recorded = await recordStatements(knex, router, 1);
  const [getSchedule = [], , putChanged = [], postRun = [], listWorkers = []] = recorded.map(ownStatements);
  const bare = bareApp(knex, { getSchedule, putChanged, postRun, listWorkers });
  checkSame(recorded, await recordStatements(knex, bare, 2));
  return bare;
}

function checkSame(expected: Statements, found: Statements): void {
  for (const [index, { name }] of endpoints.entries()) {
    if (JSON.stringify(expected[index]) === JSON.stringify(found[index])) continue;
    throw new Error(`${name}: the router sends ${expected[index]?.join('; ')}\nbut bare ${found[index]?.join('; ')}`);
  }
}
