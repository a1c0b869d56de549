import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';
import { type Answering, dispatch } from './dispatch.ts';
import { parserFaultOf } from './parser-fault.ts';
import type { RequestFacts, RequestMessage } from './request-facts.ts';
import { readRouterOptions, type ScheduleRouterOptions } from './router-options.ts';

/** What we use of an Express request, of version 4 or 5. */
export interface ExpressRequest extends RequestMessage {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Where a router is mounted; empty at the root. */
  readonly baseUrl?: string;
  /** The path and query as they were sent, before any router took its part. */
  readonly originalUrl?: string;
  readonly body?: unknown;
}

type Next = (error?: unknown) => void;

type ErrorCall<Request> = [error: unknown, request: Request, response: ServerResponse, next: Next];

/** A request handler and an error handler: `app.use('/path', scheduleRouter(…))` takes both. */
export type ExpressScheduleRouter<Request extends ExpressRequest> = [
  (request: Request, response: ServerResponse, next: Next) => void,
  (...call: ErrorCall<Request>) => void,
];

/**
 * The API for an Express host, to be mounted with `app.use`. It answers only below its mount; the error handler turns what
 * the host's body parsers refused there into our problems and passes everything else on.
 * Throws `invalid_options`.
 */
export function scheduleRouter<Request extends ExpressRequest = ExpressRequest>(
  options: ScheduleRouterOptions<Request>,
): ExpressScheduleRouter<Request> {
  const settings = readRouterOptions(options);
  return expressRouter((arrival) => dispatch(settings, arrival));
}

/** A request handler and an error handler over a way to answer calls. */
export function expressRouter<Request extends ExpressRequest>(
  answering: Answering<Request>,
): ExpressScheduleRouter<Request> {
  const onRequest = (request: Request, response: ServerResponse, next: Next): void => {
    answering({ host: request, facts: factsOf(request) }).then((answer) => {
      if (answer === undefined) next();
      else send(response, answer);
    }, next);
  };
  const onError = (...[error, request, response, next]: ErrorCall<Request>): void => {
    const parserFault = response.headersSent ? undefined : parserFaultOf(error);
    if (parserFault === undefined) {
      next(error);
      return;
    }
    answering({ host: request, facts: { ...factsOf(request), parserFault } }).then((answer) => {
      if (answer === undefined) next(error);
      else send(response, answer);
    }, next);
  };
  // Express knows an error handler by its four parameters.
  return [onRequest, Object.defineProperty(onError, 'length', { value: 4 })];
}

function factsOf(request: ExpressRequest): RequestFacts {
  const [path = '/', ...search] = (request.url ?? '/').replace(/^[a-z]+:\/\/[^/?]*/i, '').split('?');
  return {
    method: request.method ?? 'GET',
    path,
    search: search.join('?'),
    atRoot: (request.baseUrl ?? '') === '',
    sentPath: (request.originalUrl ?? path).split('?')[0] ?? '',
    message: request,
    hostBody: request.body,
  };
}

/** Written by `end`: Express' own `send` would add a tag of its own and answer 304 with what a cache had. */
function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.headersSent) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body !== null) response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(response.req.method === 'HEAD' ? undefined : (body ?? undefined));
}
