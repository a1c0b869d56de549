import { expect } from 'chai';
import { z } from 'zod';
import { type Catalogue, defineCatalogue, enqueueRun, pauseSchedule, saveSchedule } from '../../lib/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { emptyTables, endRun, readFires, readRuns } from './read-ledger.ts';
import { takeLead, type TestLeader } from './test-leader.ts';

const request = z.object({ folder: z.string(), depth: z.number().default(3) });
const never = new Promise<never>(() => undefined);

describe('host code in the tick', () => {
  let database: TestDatabase;
  let leader: TestLeader;
  let resolve: (worker: string) => unknown;

  const catalogue: Catalogue = defineCatalogue({
    plain: { label: 'Plain', request },
    a: { label: 'A', request, resolveConfig: () => resolve('a') },
    b: { label: 'B', request, resolveConfig: () => resolve('b') },
    given: { label: 'Given', request, resolveConfig: (sent, context) => ({ sent, ...context }) },
  });

  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  after(() => database.drop());
  beforeEach(async () => {
    resolve = (worker) => ({ resolved: worker });
    await emptyTables(database);
    await setClock(database.plain, '2026-03-01T00:00:30Z');
    leader = await takeLead(database, { catalogue, resolveTimeoutSeconds: 0.3 });
  });
  afterEach(() => leader.close());

  const save = (...workers: string[]): Promise<unknown> =>
    Promise.all(
      workers.map((workerName) =>
        saveSchedule(database.knex, { workerName, cron: '* * * * *', request: { folder: 'x' } }),
      ),
    );
  const due = (): Promise<void> => setClock(database.plain, '2026-03-01T00:01:00Z');

  it('stores the request as it was sent and the config as the schema or the host resolves it', async () => {
    await save('plain', 'a', 'given');
    await due();
    await leader.tick();
    const runs = await readRuns(database);
    expect(runs.map((run) => [run.worker_name, run.request])).to.deep.equal([
      ['a', { folder: 'x' }],
      ['given', { folder: 'x' }],
      ['plain', { folder: 'x' }],
    ]);
    const parsed = { folder: 'x', depth: 3 };
    expect(runs.map((run) => run.config)).to.deep.equal([
      { resolved: 'a' },
      { sent: { folder: 'x' }, workerName: 'given', parsed },
      parsed,
    ]);
  });

  it('a config that hangs delays only its own worker, and then is a run that failed', async () => {
    resolve = (worker) => (worker === 'a' ? never : { resolved: worker });
    await save('a', 'b', 'plain');
    await due();
    const started = performance.now();
    await leader.tick();
    expect(performance.now() - started).to.be.below(1000);
    expect(await readFires(database)).to.deep.equal(['b 01 00:01 enqueued', 'plain 01 00:01 enqueued']);
    for (let tries = 0; tries < 20 && leader.told('failed').length === 0; tries += 1) await leader.tick();
    const [run] = (await readRuns(database)).filter((one) => one.worker_name === 'a');
    expect(run).to.deep.include({ status: 'FAILED', error: 'ConfigError: not resolved within 0.3 s', attempt: 1 });
    expect(await readFires(database)).to.include('a 01 00:01 failed config_failed');
  });

  it('eleven that hang do not stop the twelfth', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 11 }, (_, n) => [`hang${n}`, { label: 'Hangs', request, resolveConfig: () => never }]),
    );
    await leader.close();
    leader = await takeLead(database, {
      catalogue: defineCatalogue({ ...many, z: { label: 'Z', request, resolveConfig: () => 1 } }),
    });
    await save(...Object.keys(many), 'z');
    await due();
    for (let tries = 0; tries < 20 && leader.told('enqueued').length === 0; tries += 1) await leader.tick();
    expect(leader.told('enqueued').map((fire) => fire.workerName)).to.deep.equal(['z']);
  });

  it('a config that throws is a run that failed, retried by the ordinary policy', async () => {
    resolve = () => {
      throw new RangeError('no model');
    };
    await save('a');
    await due();
    await leader.tick();
    await leader.tick();
    const [first, second] = await readRuns(database);
    expect(first).to.deep.include({ status: 'FAILED', error: 'ConfigError: no model', attempt: 1, config: null });
    expect(second).to.deep.include({ status: 'FAILED', attempt: 2, retry_of: first!.id });
    await leader.tick();
    expect(await readRuns(database)).to.have.length(2);
    resolve = (worker) => ({ resolved: worker });
    await saveSchedule(database.knex, { workerName: 'a', cron: '0 5 * * *', request: { folder: 'x' } });
    await advanceClock(database.plain, '60 seconds');
    await leader.tick();
    const third = (await readRuns(database))[2];
    expect(third).to.deep.include({ status: 'QUEUED', attempt: 3, config: { resolved: 'a' } });
    expect((third!.not_before!.getTime() - third!.queued_at.getTime()) / 1000).to.equal(120);
  });

  it('a worker that is gone, or a request that is no longer valid, fails without a run', async () => {
    await save('gone');
    await saveSchedule(database.knex, { workerName: 'plain', cron: '* * * * *', request: { folder: 7 } });
    await due();
    await leader.tick();
    expect(await readRuns(database)).to.deep.equal([]);
    expect(await readFires(database)).to.deep.equal([
      'gone 01 00:01 failed unknown_worker',
      'plain 01 00:01 failed invalid_request',
    ]);
    expect(leader.told('failed').find((fire) => fire.workerName === 'plain')!.detail).to.contain('folder');
  });

  it('leaves a schedule that was edited after it was resolved to the next tick, with the new request', async () => {
    let edited = false;
    resolve = async (worker) => {
      if (!edited) {
        edited = true;
        await saveSchedule(database.knex, { workerName: 'a', cron: '* * * * *', request: { folder: 'new' } });
      }
      return { resolved: worker };
    };
    await save('a');
    await due();
    await leader.tick();
    expect(await readRuns(database)).to.deep.equal([]);
    await leader.tick();
    expect((await readRuns(database)).map((run) => run.request)).to.deep.equal([{ folder: 'new' }]);
  });

  for (const [what, superseded] of [
    ['a manual run', true],
    ['a pause', false],
  ] as const) {
    it(`makes no retry when ${what} comes while its config is resolved, and tells a superseded chain only of a run`, async () => {
      await save('a');
      await due();
      await leader.tick();
      await endRun(database, 'a', 'FAILED');
      resolve = async () => {
        if (!superseded) await pauseSchedule(database.knex, { workerName: 'a' });
        else await enqueueRun(database.knex, { workerName: 'a', request: { folder: 'mine' } });
        return {};
      };
      await leader.tick();
      expect((await readRuns(database)).map((run) => run.attempt)).to.deep.equal(superseded ? [1, 1] : [1]);
      expect(leader.told('retry-superseded')).to.deep.equal(superseded ? [{ workerName: 'a', runId: '1' }] : []);
    });
  }

  it('asks the host once for equal requests of a worker and anew for each occurrence', async () => {
    let calls = 0;
    resolve = () => (calls += 1);
    await save('a');
    await due();
    await leader.tick();
    await advanceClock(database.plain, '1 minute');
    await leader.tick();
    expect(calls).to.equal(2);
  });
});
