import type { Answer } from './answer.ts';
import type { Answering } from './dispatch.ts';
import type { RequestFacts, RequestMessage } from './request-facts.ts';
import { invalidOptions } from './router-options.ts';

/** What we use of a Koa context, of version 2 or 3. */
export interface KoaContext {
  readonly req: RequestMessage;
  /** Body parsers leave their result in its `body`. */
  readonly request: object;
  readonly method: string;
  readonly path: string;
  readonly querystring: string;
  /** The path and query as they were sent, before any mount took its part. */
  readonly originalUrl: string;
  status: number;
  body: unknown;
  set(name: string, value: string): void;
}

export type KoaScheduleRouter<Context extends KoaContext> = (
  context: Context,
  next: () => Promise<unknown>,
) => Promise<void>;

/** A middleware over a way to answer calls, below koa-mount or with a prefix of its own. Throws `invalid_options`. */
export function koaRouter<Context extends KoaContext>(
  prefix: string | undefined,
  answering: Answering<Context>,
): KoaScheduleRouter<Context> {
  const base = readPrefix(prefix);
  return async (context, next) => {
    const path = belowPrefix(context.path, base);
    const answer =
      path === undefined ? undefined : await answering({ host: context, facts: factsOf(context, path, base) });
    if (answer === undefined) await next();
    else send(context, answer);
  };
}

function readPrefix(prefix: unknown): string {
  if (prefix === undefined) return '';
  if (typeof prefix === 'string' && /^\/[^?#]*$/.test(prefix)) return prefix.replace(/\/$/, '');
  throw invalidOptions([['prefix', 'a path that begins with a slash is needed']]);
}

function belowPrefix(path: string, base: string): string | undefined {
  if (path === base) return '/';
  return path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
}

function factsOf(context: KoaContext, path: string, base: string): RequestFacts {
  const mountPath = 'mountPath' in context && typeof context.mountPath === 'string' ? context.mountPath : '';
  return {
    method: context.method,
    path,
    search: context.querystring,
    atRoot: `${mountPath}${base}`.replaceAll('/', '') === '',
    sentPath: context.originalUrl.split('?')[0] ?? '',
    message: context.req,
    hostBody: 'body' in context.request ? context.request.body : undefined,
  };
}

function send(context: KoaContext, { status, headers, body }: Answer): void {
  context.status = status;
  for (const [name, value] of Object.entries(headers)) context.set(name, value);
  context.body = body;
}
