import { expect } from 'chai';
import { onEveryHost, problemOf } from './fixture.ts';

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly next_cursor: string | null;
}

onEveryHost('The runs of a worker', (fixture) => {
  const post = async (worker = 'ner', send: object = { folder: '/in' }) =>
    await fixture.call('POST', `/${worker}/runs`, { send });
  const page = async (query: string): Promise<Page> =>
    (await fixture.call('GET', `/ner/runs${query}`)).body as unknown as Page;

  it('are queued by hand: the body is the request, and the principal signs it', async () => {
    const { status, body, headers } = await post();
    expect(status).to.equal(201);
    expect(body).to.deep.include({ request: { folder: '/in' }, config: { folder: '/in', deep: false } });
    expect(body).to.include({ status: 'QUEUED', trigger: 'API', attempt: 1, max_attempts: 1, retry_of: null });
    expect(body).to.include({ requested_by: 'Olga Operator', requested_by_user_id: 'u-1', scheduled_for: null });
    const { id } = body as { id: string };
    expect(headers['location']).to.equal(`runs/${id}`);
    const shown = await fixture.call('GET', `/ner/${headers['location'] ?? ''}`);
    expect(shown.body).to.deep.equal(body);
  });

  it('are refused with 409 while one is active, which the answer names', async () => {
    const { id } = (await post()).body as { id: string };
    const busy = await post();
    expect(problemOf(busy)).to.include({ status: 409, code: 'slot_busy' });
    expect(busy.body).to.deep.include({ run: { id, status: 'QUEUED', not_before: null } });
  });

  it('are refused with the moment of the retry that waits', async () => {
    const first = await fixture.seedRun({ status: 'FAILED', trigger: 'SCHEDULE', finished_at: '2026-03-10T11:00:00Z' });
    const id = await fixture.seedRun({
      trigger: 'SCHEDULE',
      attempt: 2,
      retry_of: first,
      not_before: '2026-03-10T12:01:00Z',
      scheduled_for: '2026-03-10T10:59:00Z',
    });
    const { body } = await post();
    expect(body).to.deep.include({ run: { id, status: 'QUEUED', not_before: '2026-03-10T12:01:00.000Z' } });
    const { items } = await page('?limit=1');
    expect(items[0]).to.include({ id, attempt: 2, max_attempts: 3, retry_of: first });
    expect(items[0]).to.include({ not_before: '2026-03-10T12:01:00.000Z', scheduled_for: '2026-03-10T10:59:00.000Z' });
  });

  it('say how late their occurrence was taken up', async () => {
    await fixture.seedRun({ trigger: 'SCHEDULE', scheduled_for: '2026-03-10T11:59:57.5Z' });
    expect((await page('')).items[0]).to.include({ lateness_seconds: 2.5 });
  });

  it('come newest first, in pages, filtered by state and trigger', async () => {
    const ids: string[] = [];
    for (const status of ['SUCCESS', 'FAILED', 'SUCCESS', 'FAILED', 'SUCCESS']) {
      ids.unshift(await fixture.seedRun({ status, trigger: status === 'FAILED' ? 'SCHEDULE' : 'CLI' }));
    }
    const first = await page('?limit=2');
    const second = await page(`?limit=2&cursor=${first.next_cursor ?? ''}`);
    const third = await page(`?limit=2&cursor=${second.next_cursor ?? ''}`);
    expect(third.next_cursor).to.equal(null);
    expect([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).to.deep.equal(ids);
    const failed = await page('?status=FAILED,RUNNING&trigger=SCHEDULE');
    expect(failed.items.map(({ id }) => id)).to.deep.equal([ids[1], ids[3]]);
    expect((await page('?status=FAILED&status=SUCCESS')).items).to.have.length(5);
  });

  it('are refused for a query that means nothing', async () => {
    for (const [query, path] of [
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['limit=ten', 'limit'],
      ['status=LOST', 'status.0'],
      ['cursor=%27', 'cursor'],
      ['cursor=99999999999999999999', 'cursor'],
      ['cursor=1c0e8a70-5f0f-4b8e-9a63-0d8c1d0a2b3c', 'cursor'],
    ]) {
      const found = problemOf(await fixture.call('GET', `/ner/runs?${query ?? ''}`));
      expect(found, query).to.deep.equal({ status: 422, code: 'invalid_query', paths: [path] });
    }
  });

  it('are found by their id and worker only', async () => {
    const id = await fixture.seedRun({});
    for (const path of [`/anything/runs/${id}`, '/ner/runs/999', '/ner/runs/abc', '/ner/runs/99999999999999999999']) {
      expect(problemOf(await fixture.call('GET', path)), path).to.include({ status: 404, code: 'no_run' });
    }
  });

  it('are cancelled at once while queued, and asked to stop while running', async () => {
    const queued = await fixture.seedRun({});
    const json = { headers: { 'content-type': 'application/json' } };
    const cancelled = await fixture.call('POST', `/ner/runs/${queued}/cancel`, json);
    expect(cancelled.status).to.equal(200);
    expect(cancelled.body).to.include({ status: 'CANCELLED' });
    const running = await fixture.seedRun({ status: 'RUNNING' });
    const asked = await fixture.call('POST', `/ner/runs/${running}/cancel`, { send: {} });
    expect(asked.body).to.include({ status: 'RUNNING', cancel_requested_at: '2026-03-10T12:00:00.000Z' });
    const over = await fixture.seedRun({ status: 'SUCCESS' });
    const late = await fixture.call('POST', `/ner/runs/${over}/cancel`, { send: {} });
    expect(problemOf(late)).to.include({ status: 409, code: 'run_over' });
  });

  it('cannot be cancelled by a form of another site', async () => {
    const id = await fixture.seedRun({});
    const before = await fixture.stored();
    expect((await fixture.call('POST', `/ner/runs/${id}/cancel`)).status).to.equal(415);
    expect(await fixture.stored()).to.equal(before);
  });

  it('never show a lease token', async () => {
    const token = '5d9ff1c2-0a3c-4a57-8a35-6f9b6d3c8f11';
    const id = await fixture.seedRun({
      status: 'RUNNING',
      lease_token: token,
      lease_expires_at: '2026-03-10T12:01:00Z',
    });
    const paths = ['/', '/ner/runs', `/ner/runs/${id}`, '/ner/schedule/fires', '/-/scheduler'];
    await fixture.call('PUT', '/ner/schedule', { send: { cron: '@daily', request: { folder: '/' } } });
    for (const path of [...paths, '/ner/schedule']) {
      const { text } = await fixture.call('GET', path);
      expect(text, path).not.to.contain(token).and.not.to.contain('lease_token');
    }
    expect((await post()).text).not.to.contain(token);
  });

  it('stay readable when the schedule or the worker is gone', async () => {
    await fixture.seedRun({ worker_name: 'gone', status: 'SUCCESS' });
    expect((await fixture.call('GET', '/gone/runs')).status).to.equal(200);
    expect(problemOf(await fixture.call('GET', '/nobody/runs'))).to.include({ status: 404, code: 'unknown_worker' });
    expect(problemOf(await post('gone'))).to.include({ status: 404, code: 'unknown_worker' });
  });
});
