import { expect } from 'chai';
import { query } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { NINE_IN_BERLIN, onEveryHost } from './fixture.ts';

const SATURDAYS = { cron: '0 10 * * 6', timezone: 'UTC', request: { folder: '/in' } };

onEveryHost('Field cases G: editing, enabling, deleting', (fixture) => {
  const put = async (send: object) => await fixture.call('PUT', '/ner/schedule', { send });
  const show = async () => (await fixture.call('GET', '/ner/schedule')).body;
  const fires = async () => (await fixture.call('GET', '/ner/schedule/fires')).body['items'] as object[];

  it('R-G1: a PUT that meets an open tick waits for it, and what the user wants stays', async () => {
    await put(NINE_IN_BERLIN);
    await setClock(fixture.database.plain, '2026-03-11T08:00:10Z');
    const tick = await fixture.database.plain.transaction();
    await tick.raw(`select 1 from worker_schedules where worker_name = 'ner' for update`);
    const edited = put({ ...NINE_IN_BERLIN, enabled: false, request: { folder: '/new' } });
    await tick.raw(
      `update worker_schedules set next_run_at = '2026-03-12T08:00:00Z', last_enqueued_at = '2026-03-11T08:00:00Z'`,
    );
    await tick.commit();
    expect((await edited).body).to.deep.include({ enabled: false, next_run_at: null, request: { folder: '/new' } });
    expect(await show()).to.include({ enabled: false, last_enqueued_at: '2026-03-11T08:00:00.000Z' });
    expect(await fires()).to.deep.equal([]);
  });

  it('R-G2: creating, enabling and toggling never fire; the next run lies ahead', async () => {
    await setClock(fixture.database.plain, '2026-03-01T00:00:00Z');
    expect((await put({ ...SATURDAYS, enabled: false })).body).to.include({ next_run_at: null });
    await setClock(fixture.database.plain, '2026-03-11T15:00:00Z');
    for (const enabled of [true, false, true]) {
      const { body } = await put({ ...SATURDAYS, enabled });
      expect(body).to.include({ enabled, next_run_at: enabled ? '2026-03-14T10:00:00.000Z' : null });
    }
    expect(await fires()).to.deep.equal([]);
    expect(await query(fixture.database, 'select 1 from worker_runs')).to.deep.equal([]);
  });

  it('R-G3: an edit counts at once, and a run that is queued keeps its request', async () => {
    await put({ ...NINE_IN_BERLIN, cron: '0 0 1 * *' });
    await fixture.call('POST', '/ner/runs', { send: { folder: '/old' } });
    const { body } = await put({ ...NINE_IN_BERLIN, cron: '*/1 * * * *', request: { folder: '/new' } });
    expect(body).to.deep.include({ next_run_at: '2026-03-10T12:01:00.000Z', request: { folder: '/new' } });
    const runs = (await fixture.call('GET', '/ner/runs')).body['items'] as object[];
    expect(runs[0]).to.deep.include({ request: { folder: '/old' } });
  });

  it('R-G4: deleting keeps the history, the running run and the queued retry, which can be cancelled', async () => {
    await put(NINE_IN_BERLIN);
    for (const status of ['SUCCESS', 'SUCCESS', 'CANCELLED']) await fixture.seedRun({ status });
    const failed = await fixture.seedRun({ status: 'FAILED', trigger: 'SCHEDULE' });
    const retry = await fixture.seedRun({ trigger: 'SCHEDULE', attempt: 2, retry_of: failed });
    for (const round of [1, 2]) {
      expect((await fixture.call('DELETE', '/ner/schedule')).status, `round ${round}`).to.equal(204);
    }
    const runs = (await fixture.call('GET', '/ner/runs')).body['items'] as { status: string }[];
    expect(runs.map(({ status }) => status)).to.deep.equal(['QUEUED', 'FAILED', 'CANCELLED', 'SUCCESS', 'SUCCESS']);
    const cancelled = await fixture.call('POST', `/ner/runs/${retry}/cancel`, { send: {} });
    expect(cancelled.body).to.include({ status: 'CANCELLED' });
  });

  it('R-G4: deleting a due schedule says what became of its occurrence', async () => {
    await put(NINE_IN_BERLIN);
    await setClock(fixture.database.plain, '2026-03-11T08:00:10Z');
    await fixture.call('DELETE', '/ner/schedule');
    expect((await fires())[0]).to.include({ outcome: 'skipped', reason: 'deleted' });
  });

  it('R-G5: a schedule made again under the same name inherits nothing', async () => {
    await put({ ...NINE_IN_BERLIN, enabled: false });
    await fixture.database.plain('worker_schedules').update({ last_enqueued_at: '2026-01-01', version: 9 });
    const tag = (await fixture.call('GET', '/ner/schedule')).headers['etag'];
    await fixture.call('DELETE', '/ner/schedule');
    await setClock(fixture.database.plain, '2026-03-10T12:00:01Z');
    const { status, body, headers } = await put(SATURDAYS);
    expect(status).to.equal(201);
    expect(body).to.include({ enabled: true, last_enqueued_at: null, last_skipped_at: null, version: 1, fault: null });
    expect(body).to.include({ next_run_at: '2026-03-14T10:00:00.000Z', blocked_by: null });
    expect(headers['etag']).not.to.equal(tag);
  });
});
