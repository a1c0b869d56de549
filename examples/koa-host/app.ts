import Router from '@koa/router';
import type { Knex } from 'knex';
import Koa, { type Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import mount from 'koa-mount';
import { scheduleRouter } from 'worker-schedules/koa';
import { createCatalogue } from '../host-parts/catalogue.ts';
import { loggerFor } from '../host-parts/console/logger.ts';
import { sayWhenAnswered } from '../host-parts/console/say-when-answered.ts';
import type { WebApp } from '../host-parts/host.ts';
import { mountPath } from '../host-parts/mount-path.ts';
import { fileLookup } from '../host-parts/own-routes/file-lookup.ts';
import { flaky } from '../host-parts/own-routes/flaky.ts';
import { health } from '../host-parts/own-routes/health.ts';
import type { OwnAnswer } from '../host-parts/own-routes/own-answer.ts';
import { welcome } from '../host-parts/own-routes/welcome.ts';
import { authorize } from './authorize.ts';

/** The host's own Koa application, with the API of its workers mounted beside its own routes. */
export function createApp(knex: Knex): WebApp {
  const app = new Koa();
  app.use(
    mount(mountPath, async (context, next) => {
      sayWhenAnswered(context, context.res);
      await next();
    }),
  );
  const api = scheduleRouter({ knex, catalogue: createCatalogue(knex), authorize, logger: loggerFor('web') });
  app.use(mount(mountPath, api));
  app.use(ownRoutes(knex).routes());
  return app.callback();
}

function ownRoutes(knex: Knex): Router {
  const router = new Router();
  router.get('/', (context) => send(context, welcome()));
  router.get('/health', async (context) => send(context, await health(knex)));
  router.get('/flaky', (context) => send(context, flaky(context.query)));
  router.post('/files/lookup', bodyParser(), async (context) =>
    send(context, await fileLookup(knex, { authorization: context.get('authorization'), body: context.request.body })),
  );
  return router;
}

function send(context: Context, { status, body }: OwnAnswer): void {
  context.status = status;
  context.body = body;
}
