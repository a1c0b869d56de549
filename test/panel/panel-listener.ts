import type { RequestListener } from 'node:http';
import express from 'express';
import type { Knex } from 'knex';
import Koa from 'koa';
import mountAt from 'koa-mount';
import type { AccessAnswer, AccessQuestion } from '../../routes/access.ts';
import { scheduleRouter } from '../../routes/express.ts';
import { scheduleRouter as koaRouter } from '../../routes/koa.ts';
import { schedulePanel } from '../../routes/panel/express-panel.ts';
import { schedulePanel as koaPanel } from '../../routes/panel/koa-panel.ts';
import type { RequestMessage } from '../../routes/request-facts.ts';
import type { HostKind } from './host-kinds.ts';
import { panelCatalogue } from './panel-catalogue.ts';

/** Where the panel is mounted unless a test wants another place. */
export const MOUNT = '/sistema/workers';

/** Answers who calls, by the cookie of the sign-in. */
export type CookieAuthorize = (message: RequestMessage, question: AccessQuestion) => AccessAnswer;

/** The cookie `role` makes an operator or a viewer; anything else is nobody. */
export const authorizeCookie: CookieAuthorize = (message, { permission }) => {
  const role = /(?:^|; )role=(\w+)/.exec(message.headers.cookie ?? '')?.[1];
  if (role === 'operator') return { id: 'u-1', name: 'Olga Operator' };
  if (role !== 'viewer') return null;
  return permission === 'read' ? { id: 'u-2', name: 'Vera Viewer' } : { refused: true };
};

/** What a test wants of a host that has the panel. */
interface PanelWish {
  readonly knex: Knex;
  readonly authorize?: CookieAuthorize;
  /** Default: MOUNT; the empty text is the root. */
  readonly mount?: string;
  /** Where the API is mounted; unless said, the panel has it below itself. */
  readonly api?: string;
}

/** A host of one framework that has the panel. */
export function panelListener(kind: HostKind, wish: PanelWish): RequestListener {
  return kind === 'Express' ? onExpress(wish) : onKoa(wish);
}

function optionsOf({ knex }: PanelWish) {
  return { knex, catalogue: panelCatalogue, timeoutSeconds: 3 };
}

function onExpress(wish: PanelWish): RequestListener {
  const { authorize = authorizeCookie, mount = MOUNT, api } = wish;
  const options = { ...optionsOf(wish), authorize };
  const app = express();
  if (api !== undefined) app.use(api, scheduleRouter(options));
  return app.use(mount, schedulePanel(api === undefined ? options : { api })) as RequestListener;
}

function onKoa(wish: PanelWish): RequestListener {
  const { authorize = authorizeCookie, mount = MOUNT, api } = wish;
  const options = {
    ...optionsOf(wish),
    authorize: ({ req }: Koa.Context, question: AccessQuestion) => authorize(req, question),
  };
  const app = new Koa();
  if (api !== undefined) app.use(mountAt(api, koaRouter(options)));
  const panel = koaPanel(api === undefined ? options : { api });
  const callback = app.use(mount === '' ? panel : mountAt(mount, panel)).callback();
  return (request, response) => void callback(request, response);
}
