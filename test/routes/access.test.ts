import { expect } from 'chai';
import type { AccessAnswer, AccessQuestion } from '../../routes/access.ts';
import { routes } from '../../routes/route-table.ts';
import { NINE_IN_BERLIN, onEveryHost, problemOf } from './fixture.ts';

const json = { 'content-type': 'application/json' };

onEveryHost('Access', (fixture) => {
  for (const { name, method, path, permission } of routes) {
    const address = path.replace(':worker_name', 'ner').replace(':run_id', '1');

    it(`of ${name} is asked once, with its permission, before anything else is looked at`, async () => {
      const asked: AccessQuestion[] = [];
      const authorize = async (_token: unknown, question: AccessQuestion): Promise<AccessAnswer> => {
        asked.push(question);
        return await Promise.resolve(null);
      };
      const send = method === 'GET' ? {} : { send: '{ broken', headers: json };
      const response = await fixture.call(method, address, { ...send, host: { authorize } });
      expect(problemOf(response)).to.include({ status: 401, code: 'unauthenticated' });
      const worker = path.includes(':worker_name') ? { workerName: 'ner' } : {};
      expect(asked).to.deep.equal([{ permission, ...worker }]);
    });
  }

  it('is refused with 403 to who may only read, and nothing is stored', async () => {
    for (const { method, path, permission } of routes.filter((route) => route.permission === 'operate')) {
      expect(permission).to.equal('operate');
      const address = path.replace(':worker_name', 'ner').replace(':run_id', '1');
      const response = await fixture.call(method, address, { send: NINE_IN_BERLIN, token: 'viewer' });
      expect(problemOf(response)).to.include({ status: 403, code: 'forbidden' });
    }
    expect(await fixture.stored()).to.equal('');
    expect((await fixture.call('GET', '/', { token: 'viewer' })).status).to.equal(200);
  });

  it('lets nobody in by mistake', async () => {
    for (const answer of [undefined, false, '', 0]) {
      const host = { authorize: () => answer as never };
      const { status } = await fixture.call('GET', '/', { host });
      expect(status, String(answer)).to.be.oneOf([401, 500]);
    }
    for (const answer of [{}, { id: 'x' }, { id: 1, name: 'x' }, { id: 'x', name: 'nul\0' }, true]) {
      const host = { authorize: () => answer as never };
      const { status, body } = await fixture.call('GET', '/', { host });
      expect(status).to.equal(500);
      expect((body as { host: string }).host).to.contain('authorize must return');
    }
  });

  it('leaves what authorize throws to the host', async () => {
    const host = { authorize: () => Promise.reject(new Error('the directory is away')) };
    const { status, body } = await fixture.call('GET', '/', { host });
    expect(status).to.equal(500);
    expect(body).to.deep.equal({ host: 'the directory is away' });
  });

  it('that never answers is 503 within the time limit', async () => {
    const host = { authorize: () => new Promise<never>(() => undefined), timeoutSeconds: 0.1 };
    const response = await fixture.call('GET', '/', { host });
    expect(problemOf(response)).to.include({ status: 503, code: 'time_limit' });
    expect(response.headers['retry-after']).to.match(/^\d+$/);
  });

  it('sees the decoded name of the worker', async () => {
    const names: unknown[] = [];
    const authorize = (_token: unknown, { workerName }: AccessQuestion) => (names.push(workerName), null);
    await fixture.call('GET', '/%E5%90%8D%20x/schedule', { host: { authorize } });
    expect(names).to.deep.equal(['名 x']);
  });

  it('is refused to pages of other sites that want to change something', async () => {
    const put = async (headers: Record<string, string>, host = {}) =>
      (await fixture.call('PUT', '/ner/schedule', { send: NINE_IN_BERLIN, headers, host })).status;
    expect(await put({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).to.equal(403);
    expect(await put({ origin: 'https://evil.example' })).to.equal(403);
    expect(await put({ origin: 'null' })).to.equal(403);
    expect(await fixture.stored()).to.equal('');
    expect(await put({ origin: 'https://app.example', 'x-forwarded-host': 'app.example' })).to.equal(201);
    expect(await put({ origin: 'https://app.example', host: 'app.example' })).to.equal(200);
    expect(await put({ 'sec-fetch-site': 'same-origin', origin: 'https://app.example' })).to.equal(200);
    const allowedOrigins = ['https://admin.example'];
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://admin.example' };
    expect(await put(foreign, { allowedOrigins })).to.equal(200);
    const read = await fixture.call('GET', '/ner/schedule', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(read.status).to.equal(200);
  });
});
