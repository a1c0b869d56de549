import type { Answer } from './answer.ts';
import { dispatch } from './dispatch.ts';
import type { RequestFacts, RequestMessage } from './request-facts.ts';
import { invalidOptions, readRouterOptions, type ScheduleRouterOptions } from './router-options.ts';

/** What we use of a Koa context, of version 2 or 3. */
export interface KoaContext {
  readonly req: RequestMessage;
  /** Body parsers leave their result in its `body`. */
  readonly request: object;
  readonly method: string;
  readonly path: string;
  readonly querystring: string;
  status: number;
  body: unknown;
  set(name: string, value: string): void;
}

export interface KoaScheduleRouterOptions<Context> extends ScheduleRouterOptions<Context> {
  /** The path below which the API lives, such as /api/workers. Leave it out below koa-mount. Default: the root. */
  readonly prefix?: string | undefined;
}

export type KoaScheduleRouter<Context extends KoaContext> = (
  context: Context,
  next: () => Promise<unknown>,
) => Promise<void>;

/**
 * The API for a Koa host, as a middleware: below koa-mount, or with a prefix of its own. It answers only below its mount;
 * an error that nobody expected is thrown to the host. Throws `invalid_options`.
 */
export function scheduleRouter<Context extends KoaContext = KoaContext>(
  options: KoaScheduleRouterOptions<Context>,
): KoaScheduleRouter<Context> {
  const { prefix, ...others } = options;
  const base = readPrefix(prefix);
  const settings = readRouterOptions(others);
  return async (context, next) => {
    const path = belowPrefix(context.path, base);
    const answer =
      path === undefined ? undefined : await dispatch(settings, { host: context, facts: factsOf(context, path, base) });
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
    message: context.req,
    hostBody: 'body' in context.request ? context.request.body : undefined,
  };
}

function send(context: KoaContext, { status, headers, body }: Answer): void {
  context.status = status;
  for (const [name, value] of Object.entries(headers)) context.set(name, value);
  context.body = body;
}
