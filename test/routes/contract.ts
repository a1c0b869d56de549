/** One call of the contract, made after those before it, and the status that it is answered with. */
export interface ContractCall {
  readonly what: string;
  readonly method: string;
  /** CREATED stands for the id of the run that was created last. */
  readonly path: string;
  readonly status: number;
  readonly send?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null for a caller without a name. */
  readonly token?: string | null;
  /** No route's path: at the root of a host it is the host's. */
  readonly unknownPath?: boolean;
  /** A body that a strict JSON parser refuses. */
  readonly notParsed?: boolean;
}

const schedule = '{"cron":"0 9 * * *","timezone":"Europe/Berlin","request":{"folder":"/in"}}';

function call(what: string, line: string, more: Partial<ContractCall> = {}): ContractCall {
  const [method = '', path = '', status = ''] = line.split(' ');
  return { what, method, path: path === '/' ? '' : path, status: Number(status), ...more };
}

/** A walk through every route: reads, writes, conditions, refusals, and what is no route. */
export const CONTRACT: readonly ContractCall[] = [
  call('no schedule yet', 'GET /ner/schedule 404'),
  call('a patch of nothing', 'PATCH /ner/schedule 404', { send: '{"enabled":false}' }),
  call('a new schedule only where none is', 'PUT /ner/schedule 201', {
    send: schedule,
    headers: { 'if-none-match': '*' },
  }),
  call('and not where one is', 'PUT /ner/schedule 412', { send: schedule, headers: { 'if-none-match': '*' } }),
  call('an identical one', 'PUT /ner/schedule 200', { send: schedule }),
  call('the schedule', 'GET /ner/schedule 200'),
  call('its head', 'HEAD /ner/schedule 200'),
  call('with a last slash and a question', 'GET /ner/schedule/?x=1 200'),
  call('with a stale tag', 'PATCH /ner/schedule 412', { send: '{"enabled":false}', headers: { 'if-match': '"1-1"' } }),
  call('a pause', 'PATCH /ner/schedule 200', { send: '{"enabled":false}' }),
  call('a fault in a field', 'PUT /ner/schedule 422', { send: '{"cron":"0 24 * * *","request":{}}' }),
  call('a forged member', 'PATCH /ner/schedule 422', { send: '{"updated_by":"root"}' }),
  call('no JSON', 'PUT /ner/schedule 400', { send: '{"cron":', notParsed: true }),
  call('a number as body', 'PUT /ner/schedule 422', { send: '7', notParsed: true }),
  call('a list as body', 'PUT /ner/schedule 422', { send: '[]' }),
  call('a run by hand', 'POST /anything/runs 201', { send: '{"a":1}' }),
  call('its slot is taken', 'POST /anything/runs 409', { send: '{"a":2}' }),
  call('the run', 'GET /anything/runs/CREATED 200'),
  call('as the run of another worker', 'GET /ner/runs/CREATED 404'),
  call('every worker', 'GET / 200'),
  call('its cancel', 'POST /anything/runs/CREATED/cancel 200', { send: '{}' }),
  call('its cancel again', 'POST /anything/runs/CREATED/cancel 200', { send: '{}' }),
  call('the runs', 'GET /anything/runs?status=CANCELLED&trigger=API 200'),
  call('a text as request', 'POST /anything/runs 201', { send: '"text"', notParsed: true }),
  call('a NUL in the request', 'POST /ner/runs 422', { send: '{"folder":"a\\u0000"}' }),
  call('a large request', 'POST /ner/runs 201', { send: `{"folder":"${'x'.repeat(1100)}"}` }),
  call('a body beyond the limit', 'POST /anything/runs 413', { send: `"${'x'.repeat(110_000)}"`, notParsed: true }),
  call('a form', 'POST /ner/runs 415', {
    send: 'a=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  call('a page of another site', 'POST /ner/runs 403', { send: '{}', headers: { 'sec-fetch-site': 'cross-site' } }),
  call('nobody', 'GET / 401', { token: null }),
  call('who may only read', 'DELETE /ner/schedule 403', { token: 'viewer' }),
  call('an unknown worker', 'PUT /nobody/schedule 404', { send: schedule }),
  call('a name that cannot be decoded', 'GET /%E0%A4%A/schedule 400'),
  call('a name with everything', 'GET /%C3%A4rger%20v1.2%20100%25%20%E5%90%8D%E5%89%8D%3F%23/runs 200'),
  call('a run', 'GET /ner/runs/999999999 404'),
  call('a run that is no number', 'GET /ner/runs/x 404'),
  call('a query that is not understood', 'GET /ner/runs?limit=0 422'),
  call('a cancel of nothing', 'POST /ner/runs/999999999/cancel 404', { send: '{}' }),
  call('the fires', 'GET /ner/schedule/fires 200'),
  call('a preview', 'POST /-/preview 200', { send: '{"cron":"30 2 * * *","timezone":"Europe/Berlin"}' }),
  call('a preview of nothing', 'POST /-/preview 422', { send: '{"cron":"0 0 30 2 *"}' }),
  call('the scheduler', 'GET /-/scheduler 200'),
  call('everything at once', 'GET /-/overview?locale=pt-BR 200'),
  call('the timeline', 'GET /-/timeline?from=2026-03-09T12:00:00Z&to=2026-03-11T12:00:00Z 200'),
  call('a timeline that is too wide', 'GET /-/timeline?from=2026-03-01T12:00:00Z 422'),
  call('a worker', 'GET /ner/overview?status=FAILED 200'),
  call('a worker that is none', 'GET /nobody/overview 404'),
  call('the document', 'GET /-/openapi.json 200'),
  call('the methods', 'OPTIONS /ner/schedule 204'),
  call('a method that is not possible', 'POST /ner/schedule 405', { send: '{}' }),
  call('a method that nobody knows', 'PROPFIND / 405'),
  call('a path that is none', 'GET /nothing/here 404', { unknownPath: true }),
  call('a delete', 'DELETE /ner/schedule 204'),
  call('and again', 'DELETE /ner/schedule 204'),
];
