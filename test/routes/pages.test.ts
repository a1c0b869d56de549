import { expect } from 'chai';
import { z } from 'zod';
import { defineCatalogue } from '../../lib/catalogue/define-catalogue.ts';
import type { AccessAnswer, AccessQuestion } from '../../routes/access.ts';
import { query } from '../support/databases.ts';
import { NINE_IN_BERLIN, NOW, onEveryHost, problemOf } from './fixture.ts';

interface Item {
  readonly name: string;
  readonly runs: readonly { readonly id: string }[];
  readonly runs_cut: boolean;
  readonly next: readonly string[];
  readonly next_cut: boolean;
  readonly silent_fires: readonly { readonly reason: string }[];
}

onEveryHost('Answers for whole pages', (fixture) => {
  const timeline = async (search = ''): Promise<Item> =>
    ((await fixture.call('GET', `/-/timeline${search}`)).body['items'] as Item[]).find(({ name }) => name === 'ner')!;

  const seedFire = (at: string, outcome: string, reason: string | null) =>
    query(
      fixture.database,
      `insert into worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome, reason)
       values ('ner', ?, ?, ?, ?)`,
      [at, at, outcome, reason],
    );

  it('say whether the caller may operate, and ask the host for it', async () => {
    for (const path of ['/-/overview', '/-/timeline', '/ner/overview']) {
      expect((await fixture.call('GET', path)).body, path).to.include({ may_operate: true });
      expect((await fixture.call('GET', path, { token: 'viewer' })).body, path).to.include({ may_operate: false });
    }
    const asked: AccessQuestion[] = [];
    const authorize = (_token: unknown, question: AccessQuestion): AccessAnswer => {
      asked.push(question);
      return question.permission === 'read' ? { id: '1', name: 'R' } : null;
    };
    expect((await fixture.call('GET', '/ner/overview', { host: { authorize } })).body).to.include({
      may_operate: false,
    });
    expect(asked).to.deep.equal([
      { permission: 'read', workerName: 'ner' },
      { permission: 'operate', workerName: 'ner' },
    ]);
  });

  it('show all workers with the scheduler and the moment, in the language that is asked for', async () => {
    await fixture.call('PUT', '/ner/schedule', { send: NINE_IN_BERLIN });
    await seedFire('2026-03-10T08:00:00Z', 'skipped', 'slot_busy');
    await query(fixture.database, `update worker_schedules set last_skipped_at = '2026-03-10T08:00:00Z'`);
    const { body } = await fixture.call('GET', '/-/overview?locale=pt-BR');
    expect(body['last_skips']).to.have.length(1);
    expect((body['last_skips'] as object[])[0]).to.include({ worker_name: 'ner', reason: 'slot_busy' });
    expect(body).to.include({ now: '2026-03-10T12:00:00.000Z' });
    expect(body['scheduler']).to.include({ verdict: 'leaderless' });
    const [ner] = body['items'] as { name: string; schedule: { description: string } }[];
    expect(ner!.schedule.description).to.equal('Às 09:00, todos os dias');
  });

  it('show one worker with its schedule, its tag, its runs and the occurrences that enqueued nothing', async () => {
    const put = await fixture.call('PUT', '/ner/schedule', { send: NINE_IN_BERLIN });
    const failed = await fixture.seedRun({ status: 'FAILED' });
    await fixture.seedRun({ status: 'SUCCESS' });
    await seedFire('2026-03-09T08:00:00Z', 'skipped', 'slot_busy');
    await seedFire('2026-03-08T08:00:00Z', 'enqueued', null);
    const { body } = await fixture.call('GET', '/ner/overview?status=FAILED');
    expect(body).to.include({ schedule_etag: put.headers['etag'], request_schema: null });
    expect(body['schedule']).to.deep.include({ request: { folder: '/in' }, cron: '0 9 * * *' });
    expect((body['runs'] as { items: { id: string }[] }).items.map(({ id }) => id)).to.deep.equal([failed]);
    expect((body['silent_fires'] as { reason: string }[]).map(({ reason }) => reason)).to.deep.equal(['slot_busy']);
  });

  it('hand out the JSON Schema that the catalogue has', async () => {
    const request = z.object({ folder: z.string() });
    const requestJsonSchema = z.toJSONSchema(request, { io: 'input' });
    const catalogue = defineCatalogue({ w: { label: 'W', request, requestJsonSchema } });
    const { body } = await fixture.call('GET', '/w/overview', { host: { catalogue } });
    expect(body['request_schema']).to.deep.equal(requestJsonSchema);
  });

  it('draw a window: runs that were not over before it, silent occurrences and those to come', async () => {
    await fixture.call('PUT', '/ner/schedule', { send: NINE_IN_BERLIN });
    const early = { queued_at: '2026-03-08T12:00:00Z', started_at: '2026-03-08T12:00:00Z' };
    await fixture.seedRun({ ...early, status: 'SUCCESS', finished_at: '2026-03-09T11:59:59Z' });
    const across = await fixture.seedRun({ ...early, status: 'FAILED', finished_at: '2026-03-09T12:00:01Z' });
    const active = await fixture.seedRun({ status: 'QUEUED' });
    await seedFire('2026-03-10T08:00:00Z', 'skipped', 'slot_busy');
    await seedFire('2026-03-08T08:00:00Z', 'skipped', 'paused');
    const item = await timeline();
    expect(item.runs.map(({ id }) => id)).to.deep.equal([active, across]);
    expect(item.silent_fires.map(({ reason }) => reason)).to.deep.equal(['slot_busy']);
    expect(item).to.deep.include({ next: ['2026-03-11T08:00:00.000Z'], runs_cut: false, next_cut: false });
  });

  it('draw at most so many marks, and say that some are left out', async () => {
    await fixture.call('PUT', '/ner/schedule', { send: { ...NINE_IN_BERLIN, cron: '* * * * *' } });
    const many = Array.from({ length: 201 }, () => `('ner', 'SUCCESS', 'CLI', '${NOW}', '${NOW}', '{}')`).join();
    await query(
      fixture.database,
      `insert into worker_runs (worker_name, status, trigger, queued_at, finished_at, request) values ${many}`,
    );
    const item = await timeline();
    expect([item.runs.length, item.runs_cut, item.next.length, item.next_cut]).to.deep.equal([200, true, 200, true]);
  });

  it('refuse a window that is wider than 48 hours, or none', async () => {
    for (const search of ['?from=2026-03-08T11:00:00Z', '?from=2026-03-12T12:00:00Z', '?to=2026-03-08T12:00:00Z']) {
      const problem = problemOf(await fixture.call('GET', `/-/timeline${search}`));
      expect(problem).to.deep.equal({ status: 422, code: 'invalid_query', paths: ['to'] });
    }
  });

  it('take few queries whatever the number of workers', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`w${index}`, { label: 'W', request: z.unknown() }] as const),
    );
    const host = { catalogue: defineCatalogue(many) };
    const seen: string[] = [];
    fixture.database.knex.on('query', ({ sql }: { sql: string }) => seen.push(sql));
    for (const [path, most] of [['/-/overview', 6] as const, ['/-/timeline', 4] as const]) {
      seen.length = 0;
      expect((await fixture.call('GET', path, { host })).body['items']).to.have.length(100);
      expect(seen.filter((sql) => !sql.includes('has_table_privilege')).length, path).to.be.at.most(most);
    }
    fixture.database.knex.removeAllListeners('query');
  });
});
