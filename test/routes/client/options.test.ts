import { expect } from 'chai';
import {
  createScheduleClient,
  type FetchInit,
  isScheduleClientError,
  ScheduleClientError,
  type ScheduleClientOptions,
} from '../../../routes/client/index.ts';
import { refusal } from './refusal.ts';

const BASE = 'https://host.example/jobs';

/** Which options are at fault. */
function faultsOf(options: unknown): string[] {
  try {
    createScheduleClient(options as ScheduleClientOptions);
  } catch (error) {
    if (isScheduleClientError(error, 'invalid_options')) return error.errors.map(({ path }) => path);
    throw error;
  }
  return [];
}

/** What is sent when the workers are listed. */
async function sentBy(options: Partial<ScheduleClientOptions>): Promise<{ url: string; init: FetchInit }> {
  const sent: { url: string; init: FetchInit }[] = [];
  const fetch: ScheduleClientOptions['fetch'] = (url, init) => {
    sent.push({ url, init });
    return Promise.resolve(new Response());
  };
  await refusal(createScheduleClient({ baseUrl: BASE, fetch, ...options }).listWorkers(), 'empty_answer');
  return sent[0]!;
}

describe('Options of the client', () => {
  it('are refused by name when they are wrong, missing or unknown', () => {
    const { fetch } = globalThis;
    for (const [options, ...faults] of [
      [undefined, 'baseUrl'],
      [null, 'baseUrl'],
      [{}, 'baseUrl'],
      ['https://host.example', 'options', 'baseUrl'],
      [{ baseUrl: '' }, 'baseUrl'],
      [{ baseUrl: 5 }, 'baseUrl'],
      [{ baseUrl: `${BASE}?x=1` }, 'baseUrl'],
      [{ baseUrl: `${BASE}#x` }, 'baseUrl'],
      [{ baseUrl: 'localhost:3000/jobs', fetch }, 'baseUrl'],
      [{ baseUrl: 'ftp://host.example', fetch }, 'baseUrl'],
      [{ baseUrl: './jobs' }, 'baseUrl'],
      [{ baseUrl: BASE, fetch: 'fetch' }, 'fetch'],
      [{ baseUrl: BASE, headers: 'x: y' }, 'headers'],
      [{ baseUrl: BASE, headers: { x: 5 } }, 'headers'],
      [{ baseUrl: BASE, headers: new Headers() }, 'headers'],
      [{ baseUrl: BASE, baseURL: BASE, header: {} }, 'baseURL', 'header'],
    ]) {
      expect(faultsOf(options), JSON.stringify(options)).to.deep.equal(faults);
    }
    expect(() => createScheduleClient({ baseUrl: './jobs' })).to.throw(
      ScheduleClientError,
      'outside of a page it must be absolute',
    );
  });

  it('say where the API is, with a slash at the end or without, absolute or as a page or another fetch knows it', async () => {
    for (const [baseUrl, url] of [
      [BASE, `${BASE}/`],
      [`${BASE}/`, `${BASE}/`],
      [`${BASE}//`, `${BASE}/`],
      ['./api/', './api/'],
      ['../jobs', '../jobs/'],
      ['/', '/'],
      ['/n%C3%A4me', '/n%C3%A4me/'],
    ] as const) {
      expect((await sentBy({ baseUrl })).url).to.equal(url);
    }
  });

  it('give headers once or anew for each call, which never replace ours', async () => {
    const names = { 'X-Trace': 'a', Accept: 'text/html' };
    expect((await sentBy({ headers: names })).init.headers).to.include({ 'x-trace': 'a' });
    for (const headers of [() => names, async () => await Promise.resolve(names)]) {
      const { init } = await sentBy({ headers });
      expect(init.headers).to.deep.equal({ 'x-trace': 'a', accept: 'application/json, application/problem+json' });
    }
    let calls = 0;
    const counting = (): Record<string, string> => ({ n: String((calls += 1)) });
    const seen: unknown[] = [];
    const client = createScheduleClient({
      baseUrl: BASE,
      headers: counting,
      fetch: (_url, { headers }) => {
        seen.push([headers['n'], headers['content-type']]);
        return Promise.resolve(new Response());
      },
    });
    for (const call of [() => client.listWorkers(), () => client.deleteSchedule('ner')])
      await refusal(call, 'empty_answer');
    expect(seen).to.deep.equal([
      ['1', undefined],
      ['2', 'application/json'],
    ]);
  });

  it('that cannot give headers fail the call, which is not sent', async () => {
    const cause = new Error('the session is over');
    let sent = 0;
    const fetch = (): Promise<never> => {
      sent += 1;
      return Promise.reject(new Error('sent'));
    };
    for (const headers of [() => Promise.reject(cause), () => ({ 'not a name': '1' }), () => ({ x: 'ф' })]) {
      const call = createScheduleClient({ baseUrl: BASE, headers, fetch }).listWorkers();
      expect(await refusal(call, 'headers_failed'))
        .to.have.property('cause')
        .that.is.instanceOf(Error);
    }
    expect(sent).to.equal(0);
  });

  it('of a call are checked before it is sent', async () => {
    const client = createScheduleClient({ baseUrl: BASE, fetch: () => Promise.reject(new Error('sent')) });
    for (const [options, path] of [
      [{ timeout: 5 }, 'timeout'],
      [{ timeoutSeconds: 0 }, 'timeoutSeconds'],
      [{ timeoutSeconds: '5' }, 'timeoutSeconds'],
      [{ timeoutSeconds: Infinity }, 'timeoutSeconds'],
      [{ signal: new AbortController() }, 'signal'],
      [{ ifmatch: '"1-1"' }, 'ifmatch'],
      [{ ifMatch: '' }, 'ifMatch'],
      [{ ifMatch: null }, 'ifMatch'],
      [{ ifNoneMatch: '"1"\n' }, 'ifNoneMatch'],
    ] as const) {
      const error = await refusal(client.deleteSchedule('ner', options as object), 'invalid_options');
      expect(error.errors.map((fault) => fault.path)).to.deep.equal([path]);
    }
    const filter = { status: 'FAILED', limit: '5' } as object;
    const { errors } = await refusal(client.listRuns('ner', filter), 'invalid_options');
    expect(errors.map(({ path }) => path)).to.deep.equal(['limit', 'status']);
  });

  it('leave what cannot be sent at all to an error of its own', async () => {
    const client = createScheduleClient({ baseUrl: BASE, fetch: () => Promise.reject(new Error('sent')) });
    const cyclic: { self?: object } = {};
    cyclic.self = cyclic;
    for (const call of [
      () => client.getSchedule(''),
      () => client.getSchedule('..'),
      () => client.getRun('ner', '.'),
      () => client.cancelRun('ner', '..'),
      () => client.getSchedule('half \ud800'),
      () => client.getSchedule(undefined as unknown as string),
      () => client.createRun('ner', undefined),
      () => client.createRun('ner', 5n),
      () => client.createRun('ner', cyclic),
      () => client.createRun('ner', () => undefined),
    ]) {
      expect(await refusal(call, 'invalid_argument')).to.include({ status: null });
    }
  });

  it('leave the platform’s fetch to be called as nobody’s method, as browsers need it', async () => {
    const original = globalThis.fetch;
    const owners: unknown[] = [];
    function noting(this: unknown): Promise<Response> {
      owners.push(this === globalThis ? 'the platform' : this);
      return Promise.resolve(new Response());
    }
    await refusal(createScheduleClient({ baseUrl: BASE, fetch: noting }).listWorkers(), 'empty_answer');
    const late = createScheduleClient({ baseUrl: BASE });
    try {
      globalThis.fetch = noting;
      await refusal(late.listWorkers(), 'empty_answer');
    } finally {
      globalThis.fetch = original;
    }
    expect(owners).to.deep.equal([undefined, 'the platform']);
  });
});

describe('Errors of the client', () => {
  it('of another copy of the package are recognised by their code', () => {
    const foreign = Object.assign(new Error('x'), { name: 'ScheduleClientError', code: 'slot_busy' });
    expect(isScheduleClientError(foreign)).to.equal(true);
    expect(isScheduleClientError(foreign, 'slot_busy')).to.equal(true);
    expect(isScheduleClientError(foreign, 'no_run')).to.equal(false);
    for (const other of [new Error('x'), Object.assign(new Error('x'), { code: 'slot_busy' }), 'slot_busy', null]) {
      expect(isScheduleClientError(other)).to.equal(false);
    }
  });
});
