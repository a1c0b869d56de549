import type { Server } from 'node:http';
import express from 'express';
import { scheduleRouter } from '../../lib/index.ts';
import { chaosCatalogue } from './catalogue.ts';
import { exhaustPool, hostKnex } from './connection.ts';
import { say, sayWhatIsUnhandled } from './event-log.ts';
import { obey } from './orders.ts';

/** The API process of a host. */
sayWhatIsUnhandled();
const knex = hostKnex();
const catalogue = chaosCatalogue(Number(process.env['CHAOS_WORKERS']));
const app = express();
app.use('/workers', scheduleRouter({ knex, catalogue, authorize: () => ({ id: '1', name: 'operator' }) }));
const server: Server = app.listen(Number(process.env['CHAOS_PORT']), '127.0.0.1', () => void process.send?.('ready'));

obey({ 'exhaust pool': ({ ms }) => exhaustPool(knex, ms), stop: () => void stop() });

async function stop(): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await knex.destroy();
  say('stopped');
}
