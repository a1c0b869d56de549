import { expect } from 'chai';
import { z } from 'zod';
import { defineCatalogue } from '../../lib/catalogue/define-catalogue.ts';
import { announceRunner } from '../../lib/ledger/announce-runner.ts';
import { catalogue } from './catalogue.ts';
import { NINE_IN_BERLIN, onEveryHost } from './fixture.ts';

type Worker = Readonly<Record<string, unknown>>;

onEveryHost('The list of workers', (fixture) => {
  const workers = async (host: object = {}): Promise<Worker[]> => {
    const { status, body } = await fixture.call('GET', '/', { host });
    expect(status).to.equal(200);
    return body['items'] as Worker[];
  };
  const worker = async (name: string): Promise<Worker> =>
    (await workers()).find((candidate) => candidate['name'] === name)!;

  it('holds every worker of the catalogue in its order, with label, zone and nothing scheduled', async () => {
    const items = await workers();
    expect(items.map(({ name }) => name)).to.deep.equal(Object.keys(catalogue.workers));
    expect(items[0]).to.deep.equal({
      ...{ name: 'ner', label: 'Named entities', in_catalogue: true, schedule: null, active_run: null, last_run: null },
      ...{ pending: 7, processed: 11, units_error: null, runner_available: false, default_timezone: 'UTC' },
    });
  });

  it('shows agenda, active run and last run', async () => {
    await fixture.call('PUT', '/ner/schedule', { send: NINE_IN_BERLIN });
    const last = await fixture.seedRun({ status: 'FAILED', error: 'Error: no' });
    const active = await fixture.seedRun({ status: 'RUNNING' });
    const found = await worker('ner');
    expect(found['schedule']).to.include({ cron: '0 9 * * *', enabled: true, next_run_at: '2026-03-11T08:00:00.000Z' });
    expect(found['active_run']).to.include({ id: active, status: 'RUNNING' });
    expect(found['last_run']).to.include({ id: last, status: 'FAILED', error: 'Error: no' });
  });

  it('keeps the units as the host counts them, whatever is scheduled, retried or queued', async () => {
    await fixture.call('PUT', '/ner/schedule', { send: NINE_IN_BERLIN });
    const failed = await fixture.seedRun({ status: 'FAILED', trigger: 'SCHEDULE' });
    await fixture.seedRun({ trigger: 'SCHEDULE', attempt: 2, retry_of: failed });
    expect(await worker('ner')).to.include({ pending: 7, processed: 11 });
  });

  it('reports a counter that fails, and is not taken down by it', async () => {
    expect(await worker('hidden')).to.include({ pending: null, units_error: 'the spool is gone' });
    expect(await worker('anything')).to.include({ pending: null, units_error: null });
  });

  it('reports a counter that never answers, within the time limit', async () => {
    const countUnits = (): Promise<never> => new Promise(() => undefined);
    const stuck = defineCatalogue({ w: { label: 'W', request: z.unknown(), countUnits } });
    const [only] = await workers({ catalogue: stuck, timeoutSeconds: 2 });
    expect(only).to.include({ units_error: 'the counter gave no answer within 1 s' });
  });

  it('never shows the SQL of a counter', async () => {
    const broken = defineCatalogue({
      w: {
        label: 'W',
        request: z.unknown(),
        countUnits: async () => await fixture.database.plain.raw<never>('select secret from nowhere'),
      },
    });
    const [only] = await workers({ catalogue: broken });
    expect(only).to.include({ units_error: 'a database query failed (42P01)' });
  });

  it('knows which workers a live runner serves', async () => {
    const runner = { runnerId: 'r', host: 'h', pid: 1, workerNames: ['ner'] };
    await announceRunner(fixture.database.knex, { ...runner, aliveSeconds: 30 });
    await announceRunner(fixture.database.knex, {
      ...runner,
      runnerId: 's',
      workerNames: ['anything'],
      aliveSeconds: -1,
    });
    expect(await worker('ner')).to.include({ runner_available: true });
    expect(await worker('anything')).to.include({ runner_available: false });
  });

  it('ends with schedules whose worker the catalogue no longer names', async () => {
    await fixture.call('PUT', '/anything/schedule', { send: { cron: '@daily', request: 1 } });
    await fixture.database.plain('worker_schedules').update({ worker_name: 'gone' });
    expect((await workers()).at(-1)).to.include({ name: 'gone', label: 'gone', in_catalogue: false });
  });

  it('takes at most three queries whatever the number of workers', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`w${index}`, { label: 'W', request: z.unknown() }] as const),
    );
    const seen: string[] = [];
    fixture.database.knex.on('query', ({ sql }: { sql: string }) => seen.push(sql));
    expect(await workers({ catalogue: defineCatalogue(many) })).to.have.length(100);
    fixture.database.knex.removeAllListeners('query');
    // Beside them a host looks once at the rights of its role.
    expect(seen.filter((sql) => !sql.includes('has_table_privilege')).length).to.be.at.most(3);
  });
});
