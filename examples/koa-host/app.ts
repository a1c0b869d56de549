import Router from '@koa/router';
import type { Knex } from 'knex';
import Koa, { type Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import mount from 'koa-mount';
import { schedulePanel, scheduleRouter } from 'worker-schedules/koa';
import { createCatalogue } from '../host-parts/catalogue.ts';
import { loggerFor } from '../host-parts/console/logger.ts';
import { sayWhenAnswered } from '../host-parts/console/say-when-answered.ts';
import type { WebApp } from '../host-parts/host.ts';
import { mountPath, panelPath } from '../host-parts/mount-path.ts';
import { fileLookup } from '../host-parts/own-routes/file-lookup.ts';
import { flaky } from '../host-parts/own-routes/flaky.ts';
import { health } from '../host-parts/own-routes/health.ts';
import type { OwnAnswer } from '../host-parts/own-routes/own-answer.ts';
import { type OwnPage, signIn, signInPath } from '../host-parts/own-routes/sign-in.ts';
import { welcome } from '../host-parts/own-routes/welcome.ts';
import { authorize } from './authorize.ts';

/** The host's own Koa application, with the API of its workers and the panel mounted beside its own routes. */
export function createApp(knex: Knex): WebApp {
  const app = new Koa();
  app.use(
    mount(mountPath, async (context, next) => {
      sayWhenAnswered(context, context.res);
      await next();
    }),
  );
  const options = { knex, catalogue: createCatalogue(knex), authorize, logger: loggerFor('web') };
  app.use(mount(mountPath, scheduleRouter(options)));
  app.use(mount(panelPath, askToSignIn));
  app.use(mount(panelPath, schedulePanel(options)));
  app.use(ownRoutes(knex).routes());
  return app.callback();
}

/** Before the page of the panel; its calls are answered 401 by themselves. */
const askToSignIn: Koa.Middleware = async (context, next) => {
  const isPage = context.path === '/';
  if (isPage && (await authorize(context, { permission: 'read' })) === null) context.redirect(signInPath);
  else await next();
};

function ownRoutes(knex: Knex): Router {
  const router = new Router();
  router.get('/', (context) => send(context, welcome()));
  router.get(signInPath, (context) => show(context, signIn(context.query['as'])));
  router.get('/health', async (context) => send(context, await health(knex)));
  router.get('/flaky', (context) => send(context, flaky(context.query)));
  router.post('/files/lookup', bodyParser(), async (context) =>
    send(context, await fileLookup(knex, { authorization: context.get('authorization'), body: context.request.body })),
  );
  return router;
}

function show(context: Context, { status, headers, html }: OwnPage): void {
  context.status = status;
  context.set({ ...headers });
  context.body = html;
}

function send(context: Context, { status, body }: OwnAnswer): void {
  context.status = status;
  context.body = body;
}
