import type { RequestListener } from 'node:http';
import type express from 'express';
import type { ExpressRequest } from '../../../routes/express.ts';
import { scheduleRouter } from '../../../routes/express.ts';
import { behindProxy, type HostKind, type HostOptions, type ParserName, readHostOptions } from './host-kind.ts';

/** Leaves an empty body where it has read nothing, as parsers do that pass on what is not theirs. */
const placeholder: express.RequestHandler = (request, _response, next) => {
  request.body = {};
  next();
};

/** Reads the body and keeps it to itself. */
const swallow: express.RequestHandler = (request, _response, next) => {
  request.resume().on('end', next);
};

/** Version 5 of the framework, or version 4, which has all of it that a host needs here. */
type Framework = typeof express;

function parserOf(framework: Framework, name: ParserName | undefined): express.RequestHandler[] {
  switch (name) {
    case 'json':
      return [framework.json()];
    case 'small':
      return [framework.json({ limit: 1024 })];
    case 'raw':
      return [framework.raw({ type: '*/*' })];
    case 'text':
      return [framework.text({ type: '*/*' })];
    case 'placeholder':
      return [placeholder];
    case 'swallow':
      return [swallow];
    default:
      return [];
  }
}

/**
 * Puts the parser and the router where the test wants them. What a parser of the application refuses never reaches a router
 * inside a router, so the parser stands in the outer router then.
 */
function mountRouter(framework: Framework, app: express.Express, given: HostOptions): void {
  const { mount, position, decide, options, parser } = readHostOptions(given);
  const parsers = parserOf(framework, parser);
  const router = scheduleRouter({
    ...options,
    authorize: (request: ExpressRequest, question) => decide(request.headers.authorization, question),
  });
  const at = mount === '' ? '/' : mount;
  if (position !== 'nested') {
    for (const before of parsers) app.use(before);
    app.use(at, router);
    return;
  }
  const [, outer = '', inner = ''] = /^(\/[^/]+)?(.*)$/.exec(mount) ?? [];
  const routerOfHost = framework.Router({ strict: true });
  for (const before of parsers) routerOfHost.use(before);
  app.use(outer === '' ? '/' : outer, routerOfHost.use(inner === '' ? '/' : inner, router));
}

function listenerOf(framework: Framework, given: HostOptions): RequestListener {
  const { position, parser } = readHostOptions(given);
  const app = framework();
  mountRouter(framework, app, given);
  if (parser === 'after') app.use(framework.json());
  app.all('/host', framework.json({ limit: '1mb' }), (request, response) => {
    response.json({ host: true, body: (request.body as unknown) ?? null });
  });
  app.use((_request, response) => {
    response.status(404).json({ host: 'not found' });
  });
  app.use((error: Error, _request: express.Request, response: express.Response, next: express.NextFunction) => {
    if (response.headersSent) next(error);
    else response.status(500).json({ host: error.message });
  });
  return position === 'proxy' ? behindProxy(app as RequestListener) : (app as RequestListener);
}

/** An Express application of one version. */
export function expressHost(name: string, framework: Framework): HostKind {
  return {
    name,
    framework: 'Express',
    parsers: ['json', 'raw', 'text', 'small', 'after', 'placeholder'],
    positions: ['plain', 'nested', 'proxy'],
    listener: (options) => listenerOf(framework, options),
  };
}
