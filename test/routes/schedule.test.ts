import { expect } from 'chai';
import { query } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { strangeName } from './catalogue.ts';
import { NINE_IN_BERLIN, onEveryHost, problemOf } from './fixture.ts';

onEveryHost('The schedule of a worker', (fixture) => {
  const put = async (body: object = NINE_IN_BERLIN, headers: Record<string, string> = {}) =>
    await fixture.call('PUT', '/ner/schedule', { send: body, headers });

  it('is created with 201, signed by the principal, with its next occurrences and in words', async () => {
    const { status, body } = await put();
    expect(status).to.equal(201);
    expect(body).to.deep.include({ enabled: true, version: 1, timezone: 'Europe/Berlin', request: { folder: '/in' } });
    expect(body).to.include({ updated_by: 'Olga Operator', updated_by_user_id: 'u-1', switched_by: 'Olga Operator' });
    expect(body).to.include({ next_run_at: '2026-03-11T08:00:00.000Z', description: 'At 09:00, every day' });
    const { next_occurrences: next } = body as { next_occurrences: string[] };
    expect(next).to.have.length(5);
    expect(next[0]).to.equal('2026-03-11T08:00:00.000Z');
    expect(body).to.include({ blocked_by: null });
  });

  it('is shown as it was answered when saved, never from a cache', async () => {
    const saved = await put();
    const shown = await fixture.call('GET', '/ner/schedule');
    expect(shown.status).to.equal(200);
    expect(shown.body).to.deep.equal(saved.body);
    expect(shown.headers['etag']).to.equal(saved.headers['etag']);
    expect(shown.headers['etag']).to.match(/^"\d+-1"$/);
    expect(shown.headers['cache-control']).to.equal('no-store');
    const again = await fixture.call('GET', '/ner/schedule', { headers: { 'if-none-match': shown.headers['etag']! } });
    expect(again.status).to.equal(200);
  });

  it('is 404 no_schedule when the worker has none', async () => {
    expect(problemOf(await fixture.call('GET', '/ner/schedule'))).to.include({ status: 404, code: 'no_schedule' });
  });

  it('keeps an operator’s pause when it is saved without saying so', async () => {
    await put({ ...NINE_IN_BERLIN, enabled: false });
    const { body } = await put({ ...NINE_IN_BERLIN, cron: '0 10 * * *' });
    expect(body).to.include({ enabled: false, next_run_at: null });
    expect(body).to.deep.include({ next_occurrences: [] });
  });

  it('stores the default zone explicitly and the canonical spelling of a given one', async () => {
    const zoneless = { cron: NINE_IN_BERLIN.cron, request: NINE_IN_BERLIN.request };
    expect((await put(zoneless)).body).to.include({ timezone: 'UTC' });
    expect((await put({ ...zoneless, timezone: 'europe/berlin' })).body).to.include({ timezone: 'Europe/Berlin' });
    const other = { send: zoneless, host: { defaultTimezone: 'Asia/Tokyo' } };
    expect((await fixture.call('PUT', '/anything/schedule', other)).body).to.include({ timezone: 'Asia/Tokyo' });
  });

  it('writes nothing at all when the same body is put again', async () => {
    const first = await put();
    const before = await query(fixture.database, 'select xmin::text, ctid::text from worker_schedules');
    await setClock(fixture.database.plain, '2026-03-11T09:30:00Z');
    const second = await put();
    expect(second.status).to.equal(200);
    expect(second.headers['etag']).to.equal(first.headers['etag']);
    expect(await query(fixture.database, 'select xmin::text, ctid::text from worker_schedules')).to.deep.equal(before);
    expect(second.body).to.include({ next_run_at: '2026-03-11T08:00:00.000Z' });
  });

  it('records the occurrence that a PUT takes away', async () => {
    await put();
    await setClock(fixture.database.plain, '2026-03-11T08:00:30Z');
    await put({ ...NINE_IN_BERLIN, cron: '0 10 * * *' });
    const { body } = await fixture.call('GET', '/ner/schedule/fires');
    const [fire, ...others] = (body as { items: object[] }).items;
    expect(others).to.deep.equal([]);
    expect(fire).to.include({ scheduled_at: '2026-03-11T08:00:00.000Z', outcome: 'skipped', reason: 'edited' });
  });

  it('changes by PATCH only what it is told', async () => {
    await put();
    const { status, body } = await fixture.call('PATCH', '/ner/schedule', { send: { enabled: false } });
    expect(status).to.equal(200);
    expect(body).to.deep.include({ enabled: false, cron: '0 9 * * *', request: { folder: '/in' }, version: 2 });
    const moved = await fixture.call('PATCH', '/ner/schedule', { send: { enabled: true, request: { folder: '/b' } } });
    expect(moved.body).to.deep.include({ enabled: true, request: { folder: '/b' } });
    await fixture.call('DELETE', '/ner/schedule');
    const gone = await fixture.call('PATCH', '/ner/schedule', { send: { enabled: false } });
    expect(problemOf(gone)).to.include({ status: 404, code: 'no_schedule' });
  });

  it('is deleted with 204, also twice and for a worker that the catalogue no longer names', async () => {
    await put();
    expect((await fixture.call('DELETE', '/ner/schedule')).status).to.equal(204);
    expect((await fixture.call('DELETE', '/ner/schedule')).status).to.equal(204);
    await fixture.call('PUT', '/anything/schedule', { send: { cron: '@daily', request: 1 } });
    await fixture.database.plain('worker_schedules').update({ worker_name: 'gone' });
    expect((await fixture.call('GET', '/gone/schedule')).status).to.equal(200);
    expect((await fixture.call('DELETE', '/gone/schedule')).status).to.equal(204);
    expect(problemOf(await fixture.call('GET', '/gone/schedule'))).to.include({ status: 404, code: 'unknown_worker' });
  });

  it('names the run that blocks it and since when', async () => {
    await put();
    const id = await fixture.seedRun({ status: 'RUNNING', started_at: '2026-03-10T11:00:00Z' });
    const { body } = await fixture.call('GET', '/ner/schedule');
    expect(body).to.deep.include({
      blocked_by: {
        id,
        status: 'RUNNING',
        trigger: 'API',
        attempt: 1,
        since: '2026-03-10T11:00:00.000Z',
        not_before: null,
      },
    });
  });

  it('is written under a condition only when the condition holds', async () => {
    const changed = { ...NINE_IN_BERLIN, cron: '5 9 * * *' };
    expect(problemOf(await put(changed, { 'if-match': '*' }))).to.include({ status: 412, code: 'precondition_failed' });
    expect((await put(NINE_IN_BERLIN, { 'if-none-match': '*' })).status).to.equal(201);
    expect((await put(changed, { 'if-none-match': '*' })).status).to.equal(412);
    const before = await fixture.stored();
    const stale = { 'if-match': '"1-1"' };
    expect((await put(changed, stale)).status).to.equal(412);
    expect((await fixture.call('PATCH', '/ner/schedule', { send: {}, headers: stale })).status).to.equal(412);
    expect((await fixture.call('DELETE', '/ner/schedule', { headers: stale })).status).to.equal(412);
    expect(await fixture.stored()).to.equal(before);
    const tag = (await fixture.call('GET', '/ner/schedule')).headers['etag']!;
    expect((await put(changed, { 'if-match': `"x", ${tag}` })).status).to.equal(200);
    expect((await put(NINE_IN_BERLIN, { 'if-match': tag })).status).to.equal(412);
  });

  it('belongs to workers of any legal name', async () => {
    const path = `/${encodeURIComponent(strangeName)}/schedule`;
    const { status, body } = await fixture.call('PUT', path, { send: { cron: '@daily', request: null } });
    expect(status).to.equal(201);
    expect(body).to.include({ worker_name: strangeName, request: null });
    expect((await fixture.call('GET', `${path}/`)).status).to.equal(200);
  });

  it('answers HEAD as GET without a body, and OPTIONS with what is possible', async () => {
    await put();
    const head = await fixture.call('HEAD', '/ner/schedule');
    expect(head.status).to.equal(200);
    expect(Number(head.headers['content-length'])).to.be.greaterThan(100);
    const options = await fixture.call('OPTIONS', '/ner/schedule', { token: null });
    expect(options.status).to.equal(204);
    expect(options.headers['allow']).to.equal('GET, HEAD, PUT, PATCH, DELETE, OPTIONS');
  });
});
