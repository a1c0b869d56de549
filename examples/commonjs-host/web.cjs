'use strict';

const { randomUUID } = require('node:crypto');
const { once } = require('node:events');
const express = require('express');
const { scheduleRouter } = require('worker-schedules');
const { z } = require('zod');
const { authorize } = require('./authorize.cjs');
const { catalogue } = require('./catalogue.cjs');
const { knex } = require('./database.cjs');
const { logger } = require('./logger.cjs');
const { runUntilStopped } = require('./run-until-stopped.cjs');

const app = express();
// A parser before the router and for everything, as many hosts have it, is fine.
app.use(express.json());
app.use('/api/v1/system/workers', scheduleRouter({ knex, catalogue, authorize, logger }));

const newSession = z.object({ user_id: z.string(), seconds: z.int().min(1).max(86_400).default(3600) });

// What the host has always done; a real one asks for a password first.
app.post('/sessions', async (req, res) => {
  const { success, data, error } = newSession.safeParse(req.body);
  if (!success) return res.status(400).json({ error: z.prettifyError(error) });
  const expiresAt = knex.raw(`now() + ? * interval '1 second'`, [data.seconds]);
  const session = { token: randomUUID(), user_id: data.user_id, expires_at: expiresAt };
  const [created] = await knex('sessions').insert(session).returning(['token', 'expires_at']);
  return res.status(201).json(created);
});

/** The API process. */
void runUntilStopped(async () => {
  const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
  await once(server, 'listening');
  console.log(`listens on http://127.0.0.1:${server.address().port}`);
  return { stop: () => new Promise((resolve) => server.close(resolve)) };
});
