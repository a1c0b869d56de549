import type { ScheduleAnswer } from './answers.ts';
import { checkCallOptions, type WriteOptions } from './call-options.ts';
import type { ClientSettings, FetchInit } from './client-options.ts';
import { type Arrived, type Expected, readAnswer } from './read-answer.ts';
import { type ClientCode, ScheduleClientError } from './schedule-client-error.ts';
import { withinLimits } from './within-limits.ts';

/** One call: what is sent where, and what a good answer holds. */
export interface ClientCall<Body> {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  /** Below the base, percent-encoded, with its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly expected: Expected<Body>;
  readonly options: WriteOptions | undefined;
  /** Whether conditions may be set. */
  readonly conditional?: boolean;
}

/** Sends a call and reads its answer. */
export type Send = <Body>(call: ClientCall<Body>) => Promise<ScheduleAnswer<Body>>;

/** The one way in which calls leave. */
export function sender(settings: ClientSettings): Send {
  return async (call) => {
    const { method, path, options = {}, conditional = false } = call;
    const what = `${method} ${path}`;
    checkCallOptions(what, options, conditional);
    const body = 'body' in call ? { body: jsonText(what, call.body) } : {};
    const arrived = await withinLimits(what, options, async (signal) => {
      const headers = await headersOf(settings, call);
      return await overNetwork(settings, call, { method, headers, signal, ...body });
    });
    return readAnswer(arrived, call.expected);
  };
}

function jsonText(what: string, body: unknown): string {
  let cause: unknown = 'it is nothing';
  try {
    const text: unknown = JSON.stringify(body);
    if (typeof text === 'string') return text;
  } catch (error) {
    cause = error;
  }
  throw failure('invalid_argument', `${what}: the body cannot be written as JSON`, cause);
}

/** The host's headers under ours: a change must be declared as JSON, or it is refused. */
async function headersOf(
  settings: ClientSettings,
  { method, options = {} }: ClientCall<unknown>,
): Promise<Record<string, string>> {
  const headers = await hostHeaders(settings);
  headers.set('accept', 'application/json, application/problem+json');
  if (method !== 'GET') headers.set('content-type', 'application/json');
  if (options.ifMatch) headers.set('if-match', options.ifMatch);
  if (options.ifNoneMatch) headers.set('if-none-match', options.ifNoneMatch);
  return Object.fromEntries(headers.entries());
}

async function hostHeaders({ headers }: ClientSettings): Promise<Headers> {
  try {
    return new Headers(await headers());
  } catch (error) {
    throw failure('headers_failed', 'The option headers gave none that can be sent', error);
  }
}

/** `fetch` is called bare: browsers do not know it as a method of anything else. */
async function overNetwork(
  { baseUrl, fetch }: ClientSettings,
  { method, path }: ClientCall<unknown>,
  init: FetchInit,
): Promise<Arrived> {
  const what = `${method} ${path}`;
  try {
    const answer = await fetch(baseUrl + path, init);
    const { status, headers } = answer;
    return { what, status, headers, text: await answer.text() };
  } catch (error) {
    throw failure('network_failed', `${what} could not be sent, or its answer did not arrive whole`, error);
  }
}

function failure(code: ClientCode, what: string, cause: unknown): ScheduleClientError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ScheduleClientError(code, `${what}: ${reason}.`, { cause });
}
