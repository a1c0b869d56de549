import express, { type Express, type Request, type Response } from 'express';
import type { Knex } from 'knex';
import { scheduleRouter } from 'worker-schedules';
import { authorize } from './authorize.ts';
import { createCatalogue } from './catalogue.ts';
import { loggerFor } from './logger.ts';
import { sayChanges } from './say-changes.ts';

/** Where the host mounts the API of its workers. */
export const mountPath = '/api/v1/system/workers';

/** The host's own Express application, with the API of its workers mounted beside its own routes. */
export function createApp(knex: Knex): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(mountPath, sayChanges);
  app.use(mountPath, scheduleRouter({ knex, catalogue: createCatalogue(knex), authorize, logger: loggerFor('web') }));
  app.get('/', (_request, response) => {
    response.json({ workers: mountPath, health: '/health', flaky: '/flaky?attempt=1&failures=2' });
  });
  app.get('/health', async (_request, response) => {
    const answers = await knex
      .raw('SELECT 1')
      .timeout(2000)
      .then(
        () => true,
        () => false,
      );
    response.status(answers ? 200 : 503).json({ database: answers ? 'answers' : 'does not answer' });
  });
  app.get('/flaky', answerFlakily);
  return app;
}

/** The service that the unreliable worker calls: it refuses as many attempts as it is told. */
function answerFlakily({ query }: Request, response: Response): void {
  const attempt = Number(query['attempt'] ?? 1);
  if (attempt <= Number(query['failures'] ?? 0)) response.status(503).json({ error: 'Too early, try again.' });
  else response.json({ answered_at_attempt: attempt });
}
