import fc from 'fast-check';
import { strangeName } from '../catalogue.ts';

/** A request as a client that means well, badly or nothing could send it. */
export interface AnyRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

const method = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('GET', 'PUT', 'PATCH', 'POST', 'DELETE') },
  { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'LINK') },
);

const anyText = fc.string({ unit: 'binary', maxLength: 40 });

/** What a URL can carry: escapes of any text, broken escapes, dots, and plain characters. */
const oddSegment = fc.oneof(
  anyText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    '%',
    '%zz',
    '%E0%A4%A',
    '%00',
    '.',
    '..',
    '-',
    '%2F',
    '%2e%2e',
    '__proto__',
    'constructor',
    '*',
    '$&',
  ),
  fc.stringMatching(/^[!-"$-.0->@-~]{1,30}$/),
  fc.constant('x'.repeat(4000)),
);

const worker = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('ner', 'anything', 'unsettled', 'hidden', encodeURIComponent(strangeName)) },
  { weight: 1, arbitrary: oddSegment },
);

const runId = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map(String),
  fc.constantFrom('9223372036854775807', '99999999999999999999', '-1', '1e3', '0x1', 'null'),
  oddSegment,
);

const knownPath = fc.oneof(
  fc.constantFrom('', '/', '/-/preview', '/-/scheduler', '/-/openapi.json', '/-'),
  worker.map((name) => `/${name}/schedule`),
  worker.map((name) => `/${name}/schedule/fires`),
  worker.map((name) => `/${name}/runs`),
  fc.tuple(worker, runId).map(([name, id]) => `/${name}/runs/${id}`),
  fc.tuple(worker, runId).map(([name, id]) => `/${name}/runs/${id}/cancel`),
);

const query = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom('limit', 'cursor', 'status', 'trigger', 'x'), anyText),
      fc.oneof(
        fc.constantFrom('1', '0', '201', 'FAILED', 'FAILED,SUCCESS', 'API', '2026-03-10T00:00:00Z', '5'),
        anyText,
      ),
    ),
    { maxLength: 3 },
  )
  .map((pairs) =>
    pairs
      .map(([name, value]) => [name, value].map((part) => encodeURIComponent(part.toWellFormed())).join('='))
      .join('&'),
  );

const path = fc
  .tuple(
    fc.oneof(
      { weight: 6, arbitrary: knownPath },
      { weight: 1, arbitrary: fc.array(oddSegment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`) },
    ),
    fc.option(query, { freq: 3 }),
  )
  .map(([address, asked]) => (asked === null ? address : `${address}?${asked}`));

const headerText = fc.stringMatching(/^[ -~]{0,60}$/).map((text) => text.trim());

const headers = fc.record(
  {
    authorization: fc.constantFrom('operator', 'operator', 'operator', 'viewer', 'nobody'),
    'content-type': fc.oneof(
      { weight: 6, arbitrary: fc.constant('application/json') },
      fc.constantFrom('application/json; charset=utf-16', 'text/plain', 'multipart/form-data', 'application/json;'),
      headerText,
    ),
    'if-match': fc.oneof(fc.constantFrom('*', '"1-1"', 'W/"x"', ''), headerText),
    'if-none-match': fc.oneof(fc.constant('*'), headerText),
    'sec-fetch-site': fc.oneof(fc.constantFrom('same-origin', 'cross-site', 'none'), headerText),
    origin: fc.oneof(fc.constantFrom('null', 'https://evil.example'), headerText),
    'content-encoding': fc.oneof(fc.constantFrom('gzip', 'identity', 'br'), headerText),
    accept: headerText,
    'x-forwarded-host': headerText,
  },
  { requiredKeys: ['authorization', 'content-type'] },
);

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

const member = fc.oneof(fc.jsonValue(), anyText, fc.double(), fc.bigInt().map(String), fc.constant(undefined));

/** Bodies that come close to what the routes take. */
const nearly = fc.record(
  {
    cron: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('0 9 * * *', '*/5 * * * *', '0 0 L * *', '0 0 30 2 *') },
      member,
    ),
    timezone: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('UTC', 'Europe/Berlin', 'Mars/Olympus', 'PST') },
      member,
    ),
    request: fc.oneof({ weight: 4, arbitrary: fc.record({ folder: anyText }) }, member),
    enabled: fc.oneof({ weight: 4, arbitrary: fc.boolean() }, member),
    count: fc.oneof(fc.integer({ min: -1, max: 101 }), member),
    after: fc.oneof(fc.constantFrom('2026-03-10T00:00:00Z', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z'), member),
    locale: fc.oneof(fc.constantFrom('en', 'pt-BR', 'tlh'), member),
    [' odd']: member,
  },
  { requiredKeys: [] },
);

const body = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 8, arbitrary: nearly.map((value) => Buffer.from(JSON.stringify(value))) },
  { weight: 2, arbitrary: fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('{"a":', '{}{}', '{"folder":"\\ud800"}', '{"__proto__":{"folder":"x"}}')
      .map((text) => Buffer.from(text)),
  },
  { weight: 1, arbitrary: fc.constantFrom(63, 64, 65, 5_000, 40_000).map((depth) => Buffer.from(nested(depth))) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('1e400', '9007199254740993', '-0', '1'.repeat(400)).map((text) => Buffer.from(text)),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 90_000, max: 300_000 }).map((size) => Buffer.from(JSON.stringify('x'.repeat(size)))),
  },
);

const jsonHeaders = fc.constant({ authorization: 'operator', 'content-type': 'application/json' });

const conditionalHeaders = fc
  .tuple(jsonHeaders, fc.constantFrom({}, {}, { 'if-match': '"1-1"' }, { 'if-none-match': '*' }))
  .map(([needed, condition]): Record<string, string> => ({ ...needed, ...condition }));

/** Calls that fit a route, whose body or name may still be wrong. */
const wellMeant = fc
  .tuple(
    fc.constantFrom(
      'PUT /ner/schedule',
      'PATCH /ner/schedule',
      'POST /ner/runs',
      'POST /anything/runs',
      'POST /-/preview',
      'DELETE /ner/schedule',
    ),
    fc.oneof(
      nearly,
      fc.record({ folder: fc.string() }),
      fc.record({ cron: fc.constantFrom('0 9 * * *', '@daily'), request: fc.record({ folder: anyText }) }),
    ),
  )
  .chain(([line, value]) => {
    const [verb = '', address = ''] = line.split(' ');
    const sent = verb === 'DELETE' ? null : Buffer.from(JSON.stringify(value));
    return fc.record({
      method: fc.constant(verb),
      path: fc.constant(address),
      headers: conditionalHeaders,
      body: fc.constant(sent),
    });
  });

/** Paths, headers and bodies of every kind, many of them near to what the API takes. */
export const anyRequest: fc.Arbitrary<AnyRequest> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ method, path, headers, body }) },
  { weight: 1, arbitrary: wellMeant },
  { weight: 1, arbitrary: fc.record({ method, path, headers: jsonHeaders, body }) },
);
