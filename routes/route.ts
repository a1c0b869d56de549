import type { ZodType } from 'zod';
import type { ZodMiniType } from 'zod/mini';
import type { Principal } from '../lib/catalogue/principal.ts';
import type { Permission } from './access.ts';
import type { Answer } from './answer.ts';
import type { RouterSettings } from './router-options.ts';

export type Method = 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';

/** One call as a handler sees it: matched, allowed, read and checked. */
export interface Call<Query = unknown, Body = unknown> {
  readonly settings: RouterSettings<never>;
  readonly principal: Principal;
  /** The worker that the path names, decoded; empty when it names none. */
  readonly workerName: string;
  /** The run that the path names, decoded; empty when it names none. */
  readonly runId: string;
  readonly query: Query;
  readonly body: Body;
  /** The path below the mount, as it was sent. */
  readonly path: string;
  header(name: string): string | undefined;
  /** Asks the host whether the same caller may also operate here: that worker, or any where the path names none. */
  mayOperate(): Promise<boolean>;
}

export type Handler<Query = unknown, Body = unknown> = (call: Call<Query, Body>) => Promise<Answer>;

/** How a call's body is taken: none is looked at, JSON is needed, or JSON is allowed but may be left out. */
export type BodyRule = 'none' | 'required' | 'optional';

/** One row of the route table; nothing else declares a route. */
export interface Route {
  /** Its name in the OpenAPI document. */
  readonly name: string;
  readonly method: Method;
  /** Segments that begin with a colon are parameters. */
  readonly path: string;
  readonly permission: Permission;
  readonly summary: string;
  readonly query?: ZodType;
  readonly body?: ZodType;
  readonly bodyRule: BodyRule;
  /** False for what is answered from the code alone. */
  readonly needsDatabase: boolean;
  /** What a good answer holds, by status; null for no body. Of zod/mini, because the client takes them to browsers. */
  readonly answers: Readonly<Record<number, ZodMiniType | null>>;
  readonly handler: Handler;
}

interface RouteInput<Query, Body> extends Omit<Route, 'handler' | 'query' | 'body' | 'bodyRule' | 'needsDatabase'> {
  readonly query?: ZodType<Query>;
  readonly body?: ZodType<Body>;
  readonly bodyRule?: BodyRule;
  /** Default: true. */
  readonly needsDatabase?: boolean;
  readonly handler: Handler<Query, Body>;
}

/** Ties a handler to the schemas of its query and body; dispatch calls it with what they let through. */
export function route<Query, Body>(input: RouteInput<Query, Body>): Route {
  const bodyRule = input.bodyRule ?? (input.body === undefined ? 'none' : 'required');
  const needsDatabase = input.needsDatabase ?? true;
  return Object.freeze({ ...input, bodyRule, needsDatabase, handler: input.handler as Handler });
}
