import express, { type Express, type Response } from 'express';
import type { Knex } from 'knex';
import { schedulePanel, scheduleRouter } from 'worker-schedules';
import { createCatalogue } from '../host-parts/catalogue.ts';
import { loggerFor } from '../host-parts/console/logger.ts';
import { sayWhenAnswered } from '../host-parts/console/say-when-answered.ts';
import { mountPath, panelPath } from '../host-parts/mount-path.ts';
import { fileLookup } from '../host-parts/own-routes/file-lookup.ts';
import { flaky } from '../host-parts/own-routes/flaky.ts';
import { health } from '../host-parts/own-routes/health.ts';
import type { OwnAnswer } from '../host-parts/own-routes/own-answer.ts';
import { type OwnPage, signIn, signInPath } from '../host-parts/own-routes/sign-in.ts';
import { welcome } from '../host-parts/own-routes/welcome.ts';
import { authorize } from './authorize.ts';

/** The host's own Express application, with the API of its workers and the panel mounted beside its own routes. */
export function createApp(knex: Knex): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(mountPath, (request, response, next) => {
    sayWhenAnswered(request, response);
    next();
  });
  const options = { knex, catalogue: createCatalogue(knex), authorize, logger: loggerFor('web') };
  app.use(mountPath, scheduleRouter(options));
  app.use(panelPath, (request, response, next) => {
    const isPage = request.path === '/';
    if (isPage && authorize(request, { permission: 'read' }) === null) response.redirect(signInPath);
    else next();
  });
  app.use(panelPath, schedulePanel(options));

  app.get('/', (_request, response) => send(response, welcome()));
  app.get(signInPath, ({ query }, response) => show(response, signIn(query['as'])));
  app.get('/health', async (_request, response) => send(response, await health(knex)));
  app.get('/flaky', ({ query }, response) => send(response, flaky(query)));
  app.post('/files/lookup', express.json(), async ({ headers, body }, response) =>
    send(response, await fileLookup(knex, { authorization: headers.authorization, body })),
  );
  return app;
}

function show(response: Response, { status, headers, html }: OwnPage): void {
  response.status(status).set(headers).send(html);
}

function send(response: Response, { status, body }: OwnAnswer): void {
  response.status(status).json(body);
}
