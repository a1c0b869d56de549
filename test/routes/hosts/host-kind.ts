import type { RequestListener } from 'node:http';
import type { Knex } from 'knex';
import type { AccessAnswer, AccessQuestion } from '../../../routes/access.ts';
import type { ScheduleRouterOptions } from '../../../routes/router-options.ts';
import { catalogue } from '../catalogue.ts';

/** Body parsers that a host may have: `small` takes 1 kB of JSON, `after` stands behind the router. */
export const PARSERS = ['json', 'raw', 'text', 'small', 'after', 'koa-body', 'placeholder', 'swallow'] as const;

export type ParserName = (typeof PARSERS)[number];

/** Where the router stands: in the application, in a router of the host, behind a proxy that strips a prefix, or in a library's mount. */
export type Position = 'plain' | 'nested' | 'proxy' | 'library';

/** What a test wants of a host. */
export interface HostOptions extends Partial<Omit<ScheduleRouterOptions<never>, 'knex' | 'authorize'>> {
  readonly knex: Knex;
  /** Where the router is mounted; the root for the empty text. */
  readonly mount?: string;
  readonly position?: Position;
  readonly authorize?: (token: string | undefined, question: AccessQuestion) => AccessAnswer | Promise<AccessAnswer>;
  /** A body parser of the host, or none. */
  readonly parser?: ParserName | undefined;
}

/** A web framework with the router mounted in it, its own page /host, its own 404 and its own error handler. */
export interface HostKind {
  readonly name: string;
  readonly framework: 'Express' | 'Koa';
  readonly parsers: readonly ParserName[];
  readonly positions: readonly Position[];
  readonly listener: (options: HostOptions) => RequestListener;
}

/** Tokens of the tests' callers; anything else is nobody. */
export function authorizeToken(token: string | undefined, { permission }: AccessQuestion): AccessAnswer {
  if (token === 'operator') return { id: 'u-1', name: 'Olga Operator' };
  if (token !== 'viewer') return null;
  return permission === 'read' ? { id: 'u-2', name: 'Vera Viewer' } : { refused: true };
}

/** What belongs to the host, and what to the router's options. */
export function readHostOptions(given: HostOptions) {
  const { mount = '/jobs', position = 'plain', authorize = authorizeToken, parser, ...others } = given;
  return { mount, position, parser, decide: authorize, options: { catalogue, ...others } };
}

/** What a proxy in front does: the host never sees the first segment of the path. */
export function behindProxy(listener: RequestListener): RequestListener {
  return (request, response) => {
    request.url = request.url?.replace(/^\/front(?=[/?]|$)/, '').replace(/^(?!\/)/, '/');
    listener(request, response);
  };
}

/** The path that a caller uses for the mount. */
export function addressOf({ mount = '/jobs', position = 'plain' }: Partial<HostOptions>): string {
  return position === 'proxy' ? `/front${mount}` : mount;
}
