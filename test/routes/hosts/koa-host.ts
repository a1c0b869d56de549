import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import type Koa from 'koa';
import mountAt from 'koa-mount';
import { scheduleRouter } from '../../../routes/koa.ts';
import { behindProxy, type HostKind, type HostOptions, readHostOptions } from './host-kind.ts';
import { collect, koaParsers } from './koa-parsers.ts';

/** Version 3 of the framework, or version 2, which has all of it that a host needs here. */
type Framework = typeof Koa;

/** The host's own error handler: the status of what a library threw, and no more of ours than its message. */
const onFault: Koa.Middleware = async (context, next) => {
  try {
    await next();
  } catch (error) {
    context.status = (error as { status?: number }).status ?? 500;
    context.body = { host: (error as Error).message };
  }
};

const hostPages: Koa.Middleware = async (context) => {
  context.status = context.path === '/host' ? 200 : 404;
  if (context.path !== '/host') {
    context.body = { host: 'not found' };
    return;
  }
  const text = context.req.readableDidRead ? '' : (await collect(context)).toString();
  context.body = { host: true, body: text === '' ? {} : (JSON.parse(text) as unknown) };
};

/** Puts the router where the test wants it: with a prefix of its own, below koa-mount twice, or in @koa/router. */
function mountRouter(app: Koa, given: HostOptions): void {
  const { mount, position, decide, options } = readHostOptions(given);
  const make = (prefix: string) =>
    scheduleRouter({
      ...options,
      ...(prefix === '' ? {} : { prefix }),
      authorize: (context, question) => decide(context.req.headers.authorization, question),
    });
  if (position === 'nested') {
    const [, outer = '', inner = ''] = /^(\/[^/]+)?(.*)$/.exec(mount) ?? [];
    app.use(mountAt(outer === '' ? '/' : outer, mountAt(inner === '' ? '/' : inner, make(''))));
  } else if (position === 'library') {
    app.use(new Router().all(mount === '' ? '/{*path}' : `${mount}{/*path}`, make(mount)).routes());
  } else app.use(make(mount));
}

function listenerOf(framework: Framework, given: HostOptions): RequestListener {
  const { position, parser } = readHostOptions(given);
  const app = new framework();
  app.silent = true;
  app.use(onFault);
  const parsers = koaParsers(parser);
  if (parser === 'after') mountRouter(app, given);
  for (const middleware of parsers) app.use(middleware);
  if (parser !== 'after') mountRouter(app, given);
  app.use(hostPages);
  const callback = app.callback();
  const listener: RequestListener = (request, response) => void callback(request, response);
  return position === 'proxy' ? behindProxy(listener) : listener;
}

/** A Koa application of one version. */
export function koaHost(name: string, framework: Framework): HostKind {
  return {
    name,
    framework: 'Koa',
    parsers: ['json', 'raw', 'text', 'small', 'after', 'koa-body', 'placeholder'],
    positions: ['plain', 'nested', 'proxy', 'library'],
    listener: (options) => listenerOf(framework, options),
  };
}
