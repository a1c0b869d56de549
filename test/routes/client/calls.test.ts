import { expect } from 'chai';
import type { RunJson } from '../../../routes/client/index.ts';
import { openapiDocument } from '../../../routes/openapi.ts';
import { routes } from '../../../routes/route-table.ts';
import { setClock } from '../../support/fake-clock.ts';
import { strangeName } from '../catalogue.ts';
import { NINE_IN_BERLIN, onEveryHost } from '../fixture.ts';
import { clientsOf } from './listening.ts';

onEveryHost('The client', (fixture) => {
  const clientOf = clientsOf(fixture);

  it('lists the workers', async () => {
    const { status, etag, body } = await (await clientOf()).listWorkers();
    expect({ status, etag }).to.deep.equal({ status: 200, etag: null });
    expect(body.items.map(({ name, pending }) => [name, pending])).to.deep.include(['ner', 7]);
    expect(body.items.map(({ name }) => name)).to.include(strangeName);
  });

  it('saves, shows, changes and deletes a schedule', async () => {
    const client = await clientOf();
    const created = await client.putSchedule('ner', NINE_IN_BERLIN);
    expect(created).to.deep.include({ status: 201, etag: created.etag });
    expect(created.body).to.deep.include({ ...NINE_IN_BERLIN, next_run_at: '2026-03-11T08:00:00.000Z', version: 1 });
    expect(await client.getSchedule('ner')).to.deep.equal({ ...created, status: 200 });
    const paused = await client.patchSchedule('ner', { enabled: false });
    expect(paused.body).to.include({ enabled: false, version: 2, cron: NINE_IN_BERLIN.cron });
    expect(await client.deleteSchedule('ner')).to.deep.equal({ status: 204, etag: null, body: null });
  });

  it('lists the fires, by page and one after the other', async () => {
    const client = await clientOf();
    await client.putSchedule('ner', NINE_IN_BERLIN);
    for (const day of ['11', '12', '13']) {
      await setClock(fixture.database.plain, `2026-03-${day}T08:00:30Z`);
      await client.patchSchedule('ner', { cron: `${day} 9 * * *` });
      await client.patchSchedule('ner', { cron: NINE_IN_BERLIN.cron });
    }
    const { body } = await client.listFires('ner', { limit: 1 });
    expect(body.items[0]).to.include({ worker_name: 'ner', outcome: 'skipped', reason: 'edited' });
    expect(body.next_cursor).to.be.a('string');
    const instants: string[] = [];
    for await (const fire of client.fires('ner', { limit: 1 })) instants.push(fire.scheduled_at);
    expect(instants).to.deep.equal(['13', '12', '11'].map((day) => `2026-03-${day}T08:00:00.000Z`));
  });

  it('queues, shows and cancels a run', async () => {
    const client = await clientOf();
    const { status, body: run } = await client.createRun('ner', { folder: '/in' });
    expect(status).to.equal(201);
    expect(run).to.deep.include({ status: 'QUEUED', request: { folder: '/in' }, requested_by: 'Olga Operator' });
    expect((await client.getRun('ner', run.id)).body).to.deep.equal(run);
    expect((await client.cancelRun('ner', run.id)).body).to.include({ id: run.id, status: 'CANCELLED' });
  });

  it('lists the runs, by page and one after the other, filtered', async () => {
    const client = await clientOf();
    const ids: string[] = [];
    for (const status of ['SUCCESS', 'FAILED', 'INTERRUPTED', 'FAILED', 'SUCCESS']) {
      ids.unshift(await fixture.seedRun({ status, trigger: status === 'FAILED' ? 'SCHEDULE' : 'CLI' }));
    }
    const first = (await client.listRuns('ner', { limit: 2 })).body;
    expect(first.items.map(({ id }) => id)).to.deep.equal(ids.slice(0, 2));
    const found: RunJson[] = [];
    for await (const run of client.runs('ner', { limit: 2, cursor: first.next_cursor ?? '' })) found.push(run);
    expect(found.map(({ id }) => id)).to.deep.equal(ids.slice(2));
    const ended = await client.listRuns('ner', { status: ['FAILED', 'INTERRUPTED'], trigger: ['CLI', 'SCHEDULE'] });
    expect(ended.body.items.map(({ id }) => id)).to.deep.equal(ids.slice(1, 4));
  });

  it('reads a list no further than it is asked for', async () => {
    for (let n = 0; n < 3; n += 1) await fixture.seedRun({ status: 'SUCCESS' });
    const asked: string[] = [];
    const client = await clientOf({
      fetch: async (url, init) => {
        asked.push(url);
        return await fetch(url, init);
      },
    });
    const read: string[] = [];
    for await (const run of client.runs('ner', { limit: 1 })) if (read.push(run.id) === 2) break;
    expect(asked).to.have.length(2);
  });

  it('previews an expression, and shows the scheduler and the document', async () => {
    const client = await clientOf();
    const preview = await client.previewSchedule({ cron: '30 2 * * *', timezone: 'Europe/Berlin', count: 2 });
    expect(preview.body.occurrences.map(({ at }) => at)).to.deep.equal([
      '2026-03-11T01:30:00.000Z',
      '2026-03-12T01:30:00.000Z',
    ]);
    expect((await client.getScheduler()).body).to.include({ verdict: 'leaderless', lateness_seconds: 0 });
    expect((await client.getOpenapi()).body).to.deep.equal(openapiDocument(routes));
  });

  it('takes worker names with everything that a URL makes difficult', async () => {
    const client = await clientOf();
    const { body } = await client.putSchedule(strangeName, { cron: '@daily', request: ['any', null] });
    expect(body).to.deep.include({ worker_name: strangeName, request: ['any', null] });
    const run = (await client.createRun(strangeName, 5)).body;
    expect((await client.cancelRun(strangeName, run.id)).body).to.deep.include({ request: 5, status: 'CANCELLED' });
    for await (const listed of client.runs(strangeName)) expect(listed.id).to.equal(run.id);
    expect(await client.deleteSchedule(strangeName)).to.include({ status: 204 });
  });

  it('gives back what was sent, in JSON meaning', async () => {
    const client = await clientOf();
    const request: unknown = JSON.parse('{"a": 9007199254740991, "ключ": "\\u2028", "__proto__": {"b": 1}}');
    const { body } = await client.createRun('anything', request);
    expect(JSON.stringify(body.request)).to.equal(JSON.stringify(request));
  });

  it('finds the API at the root and under any prefix', async () => {
    for (const mount of ['', '/admin/jobs/v1', '/n%C3%A4me']) {
      const client = await clientOf({ host: { mount } });
      expect((await client.listWorkers()).status, mount).to.equal(200);
      expect((await client.listRuns('ner')).status, mount).to.equal(200);
    }
  });
});
