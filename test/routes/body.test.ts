import { expect } from 'chai';
import type { HostOptions } from './hosts/host-kind.ts';
import { NINE_IN_BERLIN, onEveryHost, problemOf } from './fixture.ts';
import { rawCall } from './raw-call.ts';

const json = { 'content-type': 'application/json' };
/** Koa's parsers throw what they cannot read before we are asked; that is the host's to answer. */
const KOA_JSON: readonly unknown[] = ['json', 'small', 'koa-body'];

onEveryHost('R-M1 A body that nobody, somebody or we have parsed', (fixture) => {
  for (const parser of [undefined, ...fixture.kind.parsers]) {
    const host: Partial<HostOptions> = { parser };
    const before = parser === undefined ? 'no parser' : `the parser ${parser}`;
    const faultsAreTheHosts = fixture.kind.framework === 'Koa' && KOA_JSON.includes(parser);
    const put = async (send: string, headers: Record<string, string> = json) =>
      await fixture.call('PUT', '/ner/schedule', { send, headers, host });
    const large = JSON.stringify({ ...NINE_IN_BERLIN, request: { folder: 'x'.repeat(150_000) } });

    it(`is taken with ${before}`, async () => {
      expect((await put(JSON.stringify(NINE_IN_BERLIN))).status).to.equal(201);
      const run = await fixture.call('POST', '/anything/runs', { send: '[1,{"a":[]}]', headers: json, host });
      expect(run.body).to.deep.include({ request: [1, { a: [] }] });
    });

    it(`is 415 when it is something else, with ${before}`, async () => {
      expect(problemOf(await put('{}', { 'content-type': 'text/plain' }))).to.include({ status: 415 });
      expect((await fixture.call('PUT', '/ner/schedule', { host })).status).to.equal(415);
      expect(await fixture.stored()).to.equal('');
    });

    if (faultsAreTheHosts) {
      it(`is the host's to answer when it is broken or too large, with ${before}`, async () => {
        for (const [send, status] of [['{"cron":', 400] as const, [large, 413] as const]) {
          const answer = await put(send);
          expect(answer.status).to.equal(status);
          expect(answer.body).to.have.all.keys('host');
        }
        expect(await fixture.stored()).to.equal('');
      });
      continue;
    }

    it(`is 400 when it is broken, 413 when too large, with ${before}`, async () => {
      expect(problemOf(await put('{"cron":'))).to.include({ status: 400, code: 'invalid_json' });
      expect(problemOf(await put(large))).to.include({ status: 413, code: 'body_too_large' });
      expect(await fixture.stored()).to.equal('');
    });

    it(`is 401 before it is looked at, with ${before}`, async () => {
      const call = { send: '{"cron":', headers: json, host, token: null };
      expect((await fixture.call('PUT', '/ner/schedule', call)).status).to.equal(401);
    });

    it(`of a GET disturbs nobody, with ${before}`, async () => {
      const call = { send: '{"cron":', headers: json, host };
      expect((await fixture.call('GET', '/', call)).status).to.equal(200);
    });
  }

  it('is 413 beyond the limit when its length was not announced, and the rest flows away', async () => {
    const listener = fixture.kind.listener({ knex: fixture.database.knex });
    const chunks = Array.from({ length: 40 }, () => Buffer.alloc(10_000, 0x20));
    const answer = await rawCall(listener, { method: 'PUT', path: '/jobs/ner/schedule', headers: json, chunks });
    expect(answer.status).to.equal(413);
    expect(answer.body).to.include({ code: 'body_too_large' });
  });

  it('is 400 when a part of the host has read it and left nothing', async () => {
    const host = { parser: 'swallow' } as const;
    const response = await fixture.call('PUT', '/ner/schedule', { send: NINE_IN_BERLIN, host });
    expect(problemOf(response)).to.include({ status: 400, code: 'body_unreadable' });
  });

  it('is put together from pieces, also when a character is cut in two', async () => {
    const listener = fixture.kind.listener({ knex: fixture.database.knex });
    const bytes = Buffer.from('["名前"]');
    const chunks = [bytes.subarray(0, 3), bytes.subarray(3, 6), bytes.subarray(6)];
    const answer = await rawCall(listener, { method: 'POST', path: '/jobs/anything/runs', headers: json, chunks });
    expect(answer.body).to.deep.include({ request: ['名前'] });
  });

  it('is 400 when it is not UTF-8', async () => {
    const listener = fixture.kind.listener({ knex: fixture.database.knex });
    const chunks = [Buffer.from([0x22, 0xff, 0xfe, 0x22])];
    const answer = await rawCall(listener, { method: 'POST', path: '/jobs/anything/runs', headers: json, chunks });
    expect(answer).to.deep.include({ status: 400 });
  });

  it('is 415 in a compression that nobody has undone', async () => {
    const call = { send: 'x', headers: { ...json, 'content-encoding': 'br' } };
    expect((await fixture.call('PUT', '/ner/schedule', call)).status).to.equal(415);
  });

  it('is 408 when it does not arrive', async () => {
    const listener = fixture.kind.listener({ knex: fixture.database.knex, timeoutSeconds: 0.2 });
    const headers = { ...json, 'content-length': '50' };
    const answer = await rawCall(listener, { method: 'PUT', path: '/jobs/ner/schedule', headers, chunks: ['{'] });
    expect(answer.status).to.equal(408);
  });

  it('of another route stays the host’s own', async () => {
    const body = { big: 'x'.repeat(200_000) };
    for (const mount of ['', '/jobs']) {
      const { default: request } = await import('supertest');
      const listener = fixture.kind.listener({ knex: fixture.database.knex, mount });
      const response = await request(listener).post('/host').send(body);
      expect(response.status).to.equal(200);
      expect(response.body).to.deep.equal({ host: true, body });
    }
  });
});
