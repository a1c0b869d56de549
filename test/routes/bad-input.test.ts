import { expect } from 'chai';
import { NINE_IN_BERLIN, onEveryHost, problemOf } from './fixture.ts';

const json = { 'content-type': 'application/json' };
const B = NINE_IN_BERLIN;

/** What is sent, and the problem that it is: code, then the paths of the faults. */
const BODIES: readonly (readonly [what: string, body: string | object, code: string, ...paths: string[]])[] = [
  ['a cron with an impossible hour', { ...B, cron: '0 24 * * *' }, 'invalid_cron', 'cron'],
  ['a cron with six fields', { ...B, cron: '0 */5 * * * *' }, 'invalid_cron', 'cron'],
  ['an empty cron', { ...B, cron: '' }, 'invalid_cron', 'cron'],
  ['a date that never comes', { ...B, cron: '0 0 30 2 *' }, 'invalid_cron', 'cron'],
  ['an abbreviated zone', { ...B, timezone: 'PST' }, 'invalid_timezone', 'timezone'],
  ['an offset', { ...B, timezone: '+03:00' }, 'invalid_timezone', 'timezone'],
  ['a zone with NUL', { ...B, timezone: 'UTC\0' }, 'invalid_timezone', 'timezone'],
  ['a request that fails the schema', { ...B, request: { folder: 5 } }, 'invalid_request', 'request.folder'],
  ['a request that is null', { ...B, request: null }, 'invalid_request', 'request'],
  [
    'faults in every field at once',
    { cron: 'x', timezone: 'Mars/Olympus', request: {} },
    'invalid_schedule',
    ...['cron', 'timezone', 'request.folder'],
  ],
  ['no cron', { request: B.request }, 'invalid_body', 'cron'],
  ['no request', { cron: B.cron }, 'invalid_body', 'request'],
  ['a cron that is a number', { ...B, cron: 5 }, 'invalid_body', 'cron'],
  ['a zone that is null', { ...B, timezone: null }, 'invalid_body', 'timezone'],
  ['enabled in words', { ...B, enabled: 'yes' }, 'invalid_body', 'enabled'],
  ['a member that there is not', { ...B, next_run_at: '2026-01-01T00:00:00Z' }, 'invalid_body', 'next_run_at'],
  ['a forged author', { ...B, updated_by: 'root', id: 1 }, 'invalid_body', 'updated_by', 'id'],
  ['a list', [B], 'invalid_body', ''],
];

onEveryHost('Bad input', (fixture) => {
  for (const [what, send, code, ...paths] of BODIES) {
    it(`is refused at its field and stores nothing: ${what}`, async () => {
      const response = await fixture.call('PUT', '/ner/schedule', { send });
      expect(problemOf(response), response.text).to.deep.equal({ status: 422, code, paths });
      for (const { message } of (response.body as { errors: { message: string }[] }).errors) {
        expect(message.length).to.be.greaterThan(8);
      }
      expect(await fixture.stored()).to.equal('');
    });
  }

  for (const [what, send] of [
    ['broken JSON', '{"cron": '],
    ['nothing', ''],
    ['two values', '{} {}'],
    ['a lone word', 'hello'],
  ] as const) {
    it(`is 400 when the body is no JSON: ${what}`, async () => {
      const response = await fixture.call('PUT', '/ner/schedule', { send, headers: json });
      expect(problemOf(response)).to.include({ status: 400, code: 'invalid_json' });
      expect(response.type).to.equal('application/problem+json');
      expect(await fixture.stored()).to.equal('');
    });
  }

  for (const send of ['5', '"text"', 'null', 'true', '[]']) {
    it(`is 422 when the body is JSON but no object: ${send}`, async () => {
      const response = await fixture.call('PUT', '/ner/schedule', { send, headers: json });
      expect(problemOf(response)).to.include({ status: 422, code: 'invalid_body' });
    });
  }

  it('is 404 for a worker that the catalogue does not name', async () => {
    for (const name of ['nobody', 'constructor', '__proto__', 'a%2Fb', 'x'.repeat(300), 'nul%00']) {
      const response = await fixture.call('PUT', `/${name}/schedule`, { send: B });
      expect(problemOf(response), name).to.deep.equal({ status: 404, code: 'unknown_worker', paths: ['worker_name'] });
    }
    expect(await fixture.stored()).to.equal('');
  });

  it('is 400 for a path whose percent-encoding cannot be read', async () => {
    for (const name of ['%', '%zz', '%E0%A4%A']) {
      const response = await fixture.call('GET', `/${name}/schedule`);
      expect(problemOf(response), name).to.include({ status: 400, code: 'invalid_path' });
    }
  });

  it('is 415 for a change that is not declared as JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'text/json']) {
      for (const [method, path] of [
        ['PUT', '/ner/schedule'],
        ['POST', '/ner/runs'],
        ['PATCH', '/ner/schedule'],
        ['DELETE', '/ner/schedule'],
      ] as const) {
        const options = { send: JSON.stringify(B), headers: { 'content-type': type } };
        const response = await fixture.call(method, path, options);
        expect(problemOf(response), `${method} ${type}`).to.include({ status: 415, code: 'unsupported_media_type' });
      }
    }
    const latin = { send: JSON.stringify(B), headers: { 'content-type': 'application/json; charset=latin1' } };
    expect((await fixture.call('PUT', '/ner/schedule', latin)).status).to.equal(415);
    const utf8 = { send: JSON.stringify(B), headers: { 'content-type': 'application/json; charset="UTF-8"' } };
    expect((await fixture.call('PUT', '/ner/schedule', utf8)).status).to.equal(201);
  });

  it('is 413 beyond the limit', async () => {
    const send = JSON.stringify({ ...B, request: { folder: 'x'.repeat(200_000) } });
    const announced = await fixture.call('PUT', '/ner/schedule', { send, headers: json });
    expect(problemOf(announced)).to.include({ status: 413, code: 'body_too_large' });
    const small = { send: JSON.stringify(B), headers: json, host: { bodyLimit: 20 } };
    expect((await fixture.call('PUT', '/ner/schedule', small)).status).to.equal(413);
    expect(await fixture.stored()).to.equal('');
  });

  it('is 405 with what is possible for a method that a path does not know', async () => {
    const response = await fixture.call('POST', '/ner/schedule', { send: B });
    expect(problemOf(response)).to.include({ status: 405, code: 'method_not_allowed' });
    expect(response.headers['allow']).to.equal('GET, HEAD, PUT, PATCH, DELETE, OPTIONS');
    expect((await fixture.call('DELETE', '/ner/runs')).headers['allow']).to.equal('POST, GET, HEAD, OPTIONS');
  });

  it('is 404 not_found for a path that is nothing, without asking who calls', async () => {
    for (const path of ['/ner', '/ner/schedule/x', '/-/schedule', '/-/nothing', '//schedule', '/ner//schedule']) {
      const response = await fixture.call('GET', path, { token: null });
      expect(problemOf(response), path).to.include({ status: 404, code: 'not_found' });
    }
  });

  it('is 422 when the host’s own settings refuse the request at enqueue', async () => {
    const response = await fixture.call('POST', '/unsettled/runs', { send: {} });
    expect(problemOf(response)).to.include({ status: 422, code: 'config_failed' });
    expect((response.body as { detail: string }).detail).to.equal('ConfigError: the preset "x" does not exist');
    expect(await fixture.stored()).to.equal('');
  });
});
