import { expect } from 'chai';
import { createScheduleClient, type ScheduleClient } from '../../../routes/client/index.ts';
import { listening } from './listening.ts';
import { refusal } from './refusal.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const PROBLEM_TYPE = { 'content-type': 'application/problem+json' };
const PAGE = { workers: [], items: 'many', next_cursor: null };

/** What something between us and the API may answer, and the code that it is. */
const ANSWERS: readonly (readonly [
  what: string,
  answer: { status: number; headers?: Record<string, string>; body?: string },
  code: 'empty_answer' | 'foreign_answer' | 'broken_json' | 'unexpected_shape',
  detail: RegExp,
])[] = [
  [
    'the page of a proxy',
    { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' },
    ...(['foreign_answer', /answered 502 with text\/html instead of application\/problem\+json/] as const),
  ],
  [
    'a page to sign in',
    { status: 200, headers: { 'content-type': 'text/html' }, body: '<form>' },
    ...(['foreign_answer', /answered 200 with text\/html instead of application\/json/] as const),
  ],
  [
    'JSON of a fault that is no problem document',
    { status: 404, headers: JSON_TYPE, body: '{"error":"x"}' },
    ...(['foreign_answer', /instead of application\/problem\+json/] as const),
  ],
  ['JSON without a type', { status: 200, body: '{}' }, 'foreign_answer', /with no type instead of/],
  ['nothing', { status: 503 }, 'empty_answer', /answered 503 without a body/],
  ['nothing where JSON belongs', { status: 204 }, 'empty_answer', /answered 204 without a body/],
  ['blanks', { status: 200, headers: JSON_TYPE, body: ' \n' }, 'empty_answer', /without a body/],
  ['half of the JSON', { status: 200, headers: JSON_TYPE, body: '{"items": [' }, 'broken_json', /that is not JSON/],
  ['half a problem', { status: 422, headers: PROBLEM_TYPE, body: '{"code":' }, 'broken_json', /that is not JSON/],
  [
    'a list of another shape',
    { status: 200, headers: JSON_TYPE, body: JSON.stringify(PAGE) },
    ...(['unexpected_shape', /of another shape: items \(invalid_type\)/] as const),
  ],
  ['a lone null', { status: 200, headers: JSON_TYPE, body: 'null' }, 'unexpected_shape', /shape: {2}\(invalid_type\)/],
  [
    'a problem of somebody else, without a code',
    { status: 403, headers: PROBLEM_TYPE, body: '{"type":"about:blank","title":"No","status":403,"detail":"No"}' },
    ...(['unexpected_shape', /shape: code \(invalid_type\)/] as const),
  ],
];

describe('Answers that are not the API’s', () => {
  const listen = listening();

  async function answeredWith(status: number, headers: Record<string, string>, body?: string): Promise<ScheduleClient> {
    const baseUrl = await listen((_request, response) => response.writeHead(status, headers).end(body));
    return createScheduleClient({ baseUrl });
  }

  for (const [what, { status, headers = {}, body }, code, detail] of ANSWERS) {
    it(`are told apart: ${what} is ${code}`, async () => {
      const error = await refusal((await answeredWith(status, headers, body)).listRuns('ner'), code);
      expect(error).to.include({ status, problem: null, etag: null });
      expect(error.detail)
        .to.match(/^GET \/ner\/runs was answered/)
        .and.to.match(detail);
    });
  }

  it('name the places of another shape, and keep the cause of broken JSON', async () => {
    const shape = await refusal(
      (await answeredWith(200, JSON_TYPE, '{"items":[5]}')).listFires('ner'),
      'unexpected_shape',
    );
    expect(shape.errors.map(({ path, code }) => [path, code])).to.deep.equal([
      ['items.0', 'invalid_type'],
      ['next_cursor', 'invalid_type'],
    ]);
    const broken = await refusal((await answeredWith(200, JSON_TYPE, '{')).getScheduler(), 'broken_json');
    expect(broken.cause).to.be.instanceOf(SyntaxError);
  });

  it('are never taken for a deletion that was done', async () => {
    const html = await answeredWith(200, { 'content-type': 'text/html' }, '<form>');
    await refusal(html.deleteSchedule('ner'), 'foreign_answer');
    await refusal((await answeredWith(200, JSON_TYPE, '{}')).deleteSchedule('ner'), 'unexpected_shape');
    await refusal((await answeredWith(200, {})).deleteSchedule('ner'), 'empty_answer');
    const redirected = await listen((request, response) =>
      request.url === '/login'
        ? response.writeHead(200, { 'content-type': 'text/html' }).end('<form>')
        : response.writeHead(303, { location: '/login' }).end(),
    );
    await refusal(createScheduleClient({ baseUrl: redirected }).deleteSchedule('ner'), 'foreign_answer');
  });

  it('say when to try again, in seconds or by an instant', async () => {
    const date = 'Tue, 10 Mar 2026 12:00:00 GMT';
    for (const [retryAfter, seconds] of [
      ['30', 30],
      ['Tue, 10 Mar 2026 12:01:30 GMT', 90],
      ['Tue, 10 Mar 2026 11:00:00 GMT', 0],
      ['soon', null],
    ] as const) {
      const client = await answeredWith(503, { date, 'retry-after': retryAfter });
      expect(await refusal(client.listWorkers(), 'empty_answer')).to.include({ retryAfterSeconds: seconds });
    }
  });
});
