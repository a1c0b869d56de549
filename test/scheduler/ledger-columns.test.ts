import { expect } from 'chai';
import { resolveNames } from '../../lib/database/names.ts';
import { claimNextRun, type LedgerColumns, type LedgerRun, saveSchedule } from '../../lib/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { waitFor } from '../support/wait-for.ts';
import { emptyTables, endRun, readFires } from './read-ledger.ts';
import { takeLead, type TestLeader } from './test-leader.ts';

describe("columns of the host's own, under the scheduler", () => {
  let database: TestDatabase;
  let leader: TestLeader | undefined;
  const { run, runs } = resolveNames();
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
    await query(database, 'ALTER TABLE worker_runs ADD COLUMN engine_name text NOT NULL, ADD COLUMN duration_ms int');
  });
  after(() => database.drop());
  beforeEach(async () => {
    await emptyTables(database);
    await setClock(database.plain, '2026-03-01T09:59:30Z');
  });
  afterEach(async () => {
    await leader?.close();
    leader = undefined;
  });

  async function lead(
    ledgerColumns: LedgerColumns,
    options: { resolveTimeoutSeconds?: number } = {},
  ): Promise<TestLeader> {
    leader = await takeLead(database, { ledgerColumns, ...options });
    return leader;
  }

  async function due(...workerNames: string[]): Promise<void> {
    for (const workerName of workerNames) {
      await saveSchedule(database.knex, { workerName, cron: '0 * * * *', request: { of: workerName } });
    }
    await advanceClock(database.plain, '1 minute');
  }

  const rows = (): Promise<Record<string, unknown>[]> =>
    query(
      database,
      `SELECT ${run.worker_name} AS worker_name, ${run.status}::text AS status, ${run.attempt} AS attempt, engine_name,
         duration_ms, ${run.error} AS error FROM ${runs} ORDER BY ${run.id}`,
    );

  it('are filled in the runs of a tick, also when they differ from worker to worker', async () => {
    const hook: LedgerColumns = ({ workerName, request }) =>
      workerName === 'ocr' ? { engine_name: 'eye', duration_ms: 0 } : { engine_name: JSON.stringify(request) };
    const started = await lead(hook);
    await due('ner', 'ocr', 'tag');
    await started.tick();
    const queued = { status: 'QUEUED', attempt: 1, error: null };
    expect(await rows()).to.have.deep.members([
      { ...queued, worker_name: 'ner', engine_name: '{"of":"ner"}', duration_ms: null },
      { ...queued, worker_name: 'ocr', engine_name: 'eye', duration_ms: 0 },
      { ...queued, worker_name: 'tag', engine_name: '{"of":"tag"}', duration_ms: null },
    ]);
  });

  it('are filled anew in a retry, which the hook is shown as one', async () => {
    const seen: LedgerRun[] = [];
    const started = await lead((run) => {
      seen.push(run);
      return { engine_name: `attempt ${run.attempt}` };
    });
    await due('ner');
    await started.tick();
    const { id } = await endRun(database, 'ner', 'FAILED');
    await started.tick();
    expect((await rows()).map(({ engine_name: name }) => name)).to.deep.equal(['attempt 1', 'attempt 2']);
    expect(seen[1]).to.include({ attempt: 2, retryOf: id, trigger: 'SCHEDULE', status: 'QUEUED' });
  });

  it('fail the run when the hook throws, as a configuration does that cannot be resolved', async () => {
    const started = await lead(({ status }) => {
      if (status === 'FAILED') return { engine_name: 'none' };
      throw new Error('no engine');
    });
    await due('ner');
    await started.tick();
    expect(await rows()).to.deep.equal([
      {
        ...{ worker_name: 'ner', status: 'FAILED', attempt: 1, engine_name: 'none', duration_ms: null },
        error: 'ConfigError: ledgerColumns: no engine',
      },
    ]);
    expect(await readFires(database)).to.deep.equal(['ner 01 10:00 failed config_failed']);
  });

  it('are recorded as a write that failed when a column is missing that may not be empty', async () => {
    const started = await lead(() => ({}));
    await due('ner');
    await started.tick();
    expect(await rows()).to.deep.equal([]);
    expect(started.told('failed')[0])
      .to.include({ reason: 'write_failed' })
      .and.have.property('detail')
      .that.includes('engine_name');
  });

  it('do not keep the others waiting when the hook hangs for one', async () => {
    const hook: LedgerColumns = ({ workerName, status }) =>
      workerName === 'slow' && status === 'QUEUED' ? new Promise(() => undefined) : { engine_name: 'x' };
    const started = await lead(hook, { resolveTimeoutSeconds: 0.3 });
    await due('ner', 'slow');
    await started.tick();
    expect((await rows()).map(({ worker_name: name }) => name)).to.deep.equal(['ner']);
    await waitFor(async () => {
      await started.tick();
      return (await readFires(database)).length === 2;
    });
    expect((await readFires(database)).find((fire) => fire.startsWith('slow'))).to.include('failed');
  });

  describe('when a lease is over', () => {
    async function expire(hook: LedgerColumns): Promise<TestLeader> {
      const ledgerColumns: LedgerColumns = (run) => (run.status === 'QUEUED' ? { engine_name: 'x' } : hook(run));
      const started = await lead(ledgerColumns, { resolveTimeoutSeconds: 0.3 });
      await due('ner');
      await started.tick();
      await claimNextRun(database.knex, { workerNames: ['ner'], runnerId: 'gone', leaseSeconds: 60 });
      await advanceClock(database.plain, '90 seconds');
      return started;
    }

    it('are filled in the run that the scheduler ends', async () => {
      const hook: LedgerColumns = ({ startedAt, finishedAt, status }) => ({
        duration_ms: finishedAt!.getTime() - startedAt!.getTime(),
        engine_name: status,
      });
      await (await expire(hook)).tick();
      const [ended] = await rows();
      expect(ended).to.include({ status: 'INTERRUPTED', duration_ms: 90_000, engine_name: 'INTERRUPTED' });
    });

    it('do not keep it from ending when the hook throws', async () => {
      await (await expire(() => Promise.reject(new Error('no')))).tick();
      expect((await rows())[0]).to.include({ status: 'INTERRUPTED', duration_ms: null });
    });

    it('do not keep it from ending when the hook hangs', async () => {
      const started = await expire(() => new Promise(() => undefined));
      await waitFor(async () => {
        await started.tick();
        return (await rows())[0]?.['status'] === 'INTERRUPTED';
      });
    });
  });
});
