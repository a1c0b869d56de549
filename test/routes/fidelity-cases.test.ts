import { expect } from 'chai';
import { query } from '../support/databases.ts';
import { NINE_IN_BERLIN, onEveryHost, problemOf } from './fixture.ts';

const json = { 'content-type': 'application/json' };

/** A PUT body with this text as its request. */
const withRequest = (text: string): string => `{"cron": "@daily", "request": ${text}}`;

onEveryHost('Field cases J: what was accepted is what is delivered', (fixture) => {
  const put = async (text: string) =>
    await fixture.call('PUT', '/anything/schedule', { send: withRequest(text), headers: json });
  const post = async (text: string) => await fixture.call('POST', '/anything/runs', { send: text, headers: json });

  for (const [text, path] of [
    [String.raw`{"a":"x\u0000y"}`, 'request.a'],
    [String.raw`{"a":"\ud800"}`, 'request.a'],
    [String.raw`{"a":["\udc00\ud800"]}`, 'request.a.0'],
    [String.raw`{"k\u0000":1}`, String.raw`request."k\u0000"`],
    ['{"n":9007199254740993}', 'request.n'],
    ['[-9007199254740992]', 'request.0'],
    ['{"n":1e400}', 'request.n'],
  ] as const) {
    it(`R-J1: what cannot be kept is refused at its path: ${text}`, async () => {
      expect(problemOf(await put(text))).to.deep.equal({ status: 422, code: 'invalid_request', paths: [path] });
      expect(problemOf(await post(text))).to.deep.equal({ status: 422, code: 'invalid_request', paths: [path] });
      expect(await fixture.stored()).to.equal('');
    });
  }

  it('R-J1: JSON that is nested too deep is refused', async () => {
    for (const depth of [70, 5000, 40_000]) {
      const text = '['.repeat(depth) + ']'.repeat(depth);
      expect(problemOf(await put(text)), `PUT ${depth}`).to.include({ status: 422, code: 'invalid_request' });
      expect(problemOf(await post(text)), `POST ${depth}`).to.include({ status: 422, code: 'invalid_request' });
    }
    const nested = { send: '['.repeat(40_000) + ']'.repeat(40_000), headers: json };
    expect(problemOf(await fixture.call('PUT', '/ner/schedule', nested))).to.include({ status: 422 });
    expect(problemOf(await fixture.call('PUT', '/ner/schedule', { ...nested, host: { parser: 'json' } }))).to.include({
      status: 422,
    });
  });

  for (const text of [
    String.raw`{"a":"C:\\u0000dir"}`,
    ...['[1,2]', '["x"]', '[]', '"str"', '5', 'true', 'null', '{}', '{"d":"2026-01-01T00:00:00Z"}'],
    ...['{"__proto__":{"admin":true},"constructor":1}', '9007199254740991', '-0.1', '{"":""}', '"😀名"'],
  ]) {
    it(`R-J2: arrives as it was sent: ${text}`, async () => {
      const sent: unknown = JSON.parse(text);
      const saved = await put(text);
      expect(saved.status, saved.text).to.equal(201);
      const shown = await fixture.call('GET', '/anything/schedule');
      const queued = await post(text);
      expect(queued.status, queued.text).to.equal(201);
      const [stored] = await query<{ both: string }>(
        fixture.database,
        'select json_build_array(s.request, r.request)::text as both from worker_schedules s, worker_runs r',
      );
      const [pinned, run] = JSON.parse(stored!.both) as unknown[];
      const texts = [saved, shown, queued].map(
        ({ text: answer }) => (JSON.parse(answer) as { request: unknown }).request,
      );
      for (const found of [pinned, run, ...texts]) {
        expect(canonical(found)).to.equal(canonical(sent));
      }
    });
  }

  it('R-J2: a member __proto__ of the body itself is refused like any other', async () => {
    const send = '{"cron":"@daily","request":1,"__proto__":{"enabled":false}}';
    const response = await fixture.call('PUT', '/anything/schedule', { send, headers: json });
    expect(problemOf(response)).to.deep.equal({ status: 422, code: 'invalid_body', paths: ['__proto__'] });
  });

  it('R-J2: a request that the worker’s schema takes only as an object is refused as anything else', async () => {
    for (const request of [[1, 2], 'str', 5, true, null, []]) {
      const response = await fixture.call('PUT', '/ner/schedule', { send: { ...NINE_IN_BERLIN, request } });
      expect(problemOf(response)).to.include({ status: 422, code: 'invalid_request' });
    }
  });

  it('R-J3: instants are ISO 8601 with Z, whatever the session’s zone', async () => {
    await fixture.call('PUT', '/ner/schedule', { send: NINE_IN_BERLIN });
    await fixture.database.plain.raw(`update worker_schedules set next_run_at = '2026-03-11 08:00:00.123456+00'`);
    await fixture.seedRun({ started_at: '2026-03-10T14:00:00.5+05:30', status: 'RUNNING' });
    const { body } = await fixture.call('GET', '/ner/schedule');
    expect(body).to.include({ next_run_at: '2026-03-11T08:00:00.123Z' });
    const [run] = (await fixture.call('GET', '/ner/runs')).body['items'] as object[];
    expect(run).to.include({ started_at: '2026-03-10T08:30:00.500Z' });
  });

  it('R-J3: a schedule whose instant has microseconds can be saved under its tag', async () => {
    await fixture.call('PUT', '/ner/schedule', { send: NINE_IN_BERLIN });
    await fixture.database.plain.raw(`update worker_schedules set created_at = '2026-03-10 12:00:00.123456+00'`);
    const { headers } = await fixture.call('GET', '/ner/schedule');
    const send = { ...NINE_IN_BERLIN, cron: '@hourly' };
    const saved = await fixture.call('PUT', '/ner/schedule', { send, headers: { 'if-match': headers['etag']! } });
    expect(saved.status).to.equal(200);
  });
});

/** JSON text with the keys of objects in order, which jsonb does not keep. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.sort().join(',')}}`;
}
