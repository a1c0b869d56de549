import type { RequestListener } from 'node:http';
import express from 'express';
import Koa from 'koa';
import type { Knex } from 'knex';
import type { AccessAnswer, AccessQuestion } from '../../routes/access.ts';
import { scheduleRouter as expressRouter } from '../../routes/express.ts';
import { scheduleRouter as koaRouter } from '../../routes/koa.ts';
import type { ScheduleRouterOptions } from '../../routes/router-options.ts';
import { catalogue } from './catalogue.ts';

/** What a test wants of a host. */
export interface HostOptions extends Partial<Omit<ScheduleRouterOptions<never>, 'knex' | 'authorize'>> {
  readonly knex: Knex;
  /** Where the router is mounted; the root for the empty text. */
  readonly mount?: string;
  readonly authorize?: (token: string | undefined, question: AccessQuestion) => AccessAnswer | Promise<AccessAnswer>;
  /** A body parser in front of the router, or none. */
  readonly parser?: 'json' | 'raw' | 'text' | 'small' | 'placeholder' | 'swallow';
}

/** A web framework with the router mounted in it, its own page /host, its own 404 and its own error handler. */
export interface HostKind {
  readonly name: string;
  readonly listener: (options: HostOptions) => RequestListener;
}

/** Tokens of the tests' callers; anything else is nobody. */
export function authorizeToken(token: string | undefined, { permission }: AccessQuestion): AccessAnswer {
  if (token === 'operator') return { id: 'u-1', name: 'Olga Operator' };
  if (token !== 'viewer') return null;
  return permission === 'read' ? { id: 'u-2', name: 'Vera Viewer' } : { refused: true };
}

function routerOptions(options: HostOptions) {
  const { mount, authorize, parser, ...others } = options;
  return { mount: mount ?? '/jobs', parser, decide: authorize ?? authorizeToken, options: { catalogue, ...others } };
}

/** Leaves an empty body where it has read nothing, as parsers do that pass on what is not theirs. */
const placeholder: express.RequestHandler = (request, _response, next) => {
  request.body = {};
  next();
};

/** Reads the body and keeps it to itself. */
const swallow: express.RequestHandler = (request, _response, next) => {
  request.resume().on('end', next);
};

const expressParsers = {
  placeholder,
  swallow,
  json: express.json(),
  raw: express.raw({ type: '*/*' }),
  text: express.text({ type: '*/*' }),
  small: express.json({ limit: 1024 }),
};

function expressListener(hostOptions: HostOptions): RequestListener {
  const { mount, parser, decide, options } = routerOptions(hostOptions);
  const app = express();
  if (parser !== undefined) app.use(expressParsers[parser]);
  const router = expressRouter({
    ...options,
    authorize: (request, question) => decide(request.headers.authorization, question),
  });
  app.use(mount === '' ? '/' : mount, router);
  app.all('/host', express.json({ limit: '1mb' }), (request, response) => {
    response.json({ host: true, body: (request.body as unknown) ?? null });
  });
  app.use((_request, response) => {
    response.status(404).json({ host: 'not found' });
  });
  app.use((error: Error, _request: express.Request, response: express.Response, next: express.NextFunction) => {
    if (response.headersSent) next(error);
    else response.status(500).json({ host: error.message });
  });
  return app;
}

async function collect(context: Koa.Context): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of context.req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** What the usual parsers of Koa do, as far as we can notice it: read the stream and leave `request.body`. */
function koaParser(kind: NonNullable<HostOptions['parser']>): Koa.Middleware {
  return async (context, next) => {
    if (kind === 'placeholder') {
      Object.assign(context.request, { body: {} });
    } else {
      const bytes = await collect(context);
      Object.assign(context.request, { body: leftBy(kind, bytes) });
    }
    await next();
  };
}

function leftBy(kind: NonNullable<HostOptions['parser']>, bytes: Buffer): unknown {
  if (kind === 'swallow') return undefined;
  if (kind === 'raw') return bytes;
  return kind === 'text' ? bytes.toString() : parseOrRaw(bytes.toString());
}

function parseOrRaw(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return text;
  }
}

function koaListener(hostOptions: HostOptions): RequestListener {
  const { mount, parser, decide, options } = routerOptions(hostOptions);
  const app = new Koa();
  app.silent = true;
  app.use(async (context, next) => {
    try {
      await next();
    } catch (error) {
      context.status = 500;
      context.body = { host: (error as Error).message };
    }
  });
  if (parser !== undefined) app.use(koaParser(parser));
  app.use(
    koaRouter({
      ...options,
      ...(mount === '' ? {} : { prefix: mount }),
      authorize: (context, question) => decide(context.req.headers.authorization, question),
    }),
  );
  app.use(async (context) => {
    context.status = context.path === '/host' ? 200 : 404;
    context.body =
      context.path === '/host'
        ? { host: true, body: parseOrRaw((await collect(context)).toString()) }
        : { host: 'not found' };
  });
  const callback = app.callback();
  return (request, response) => void callback(request, response);
}

/** The frameworks that the contract is checked on. */
export const hosts: readonly HostKind[] = [
  { name: 'Express 5', listener: expressListener },
  { name: 'Koa 3', listener: koaListener },
];
