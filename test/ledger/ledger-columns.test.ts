import { expect } from 'chai';
import type { LedgerColumns, LedgerRun, WorkerSchedulesError } from '../../lib/index.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { cancelRun } from '../../lib/ledger/cancel-run.ts';
import { claimNextRun } from '../../lib/ledger/claim-next-run.ts';
import { enqueueRun } from '../../lib/ledger/enqueue-run.ts';
import type { LedgerOptions } from '../../lib/ledger/ledger-options.ts';
import { reportOutcome } from '../../lib/ledger/report-outcome.ts';
import { silentLogger } from '../../lib/logger.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { catalogue, errorOf, request } from './ledger-fixture.ts';

/** What a host of the decision record keeps of each run. */
const ledgerColumns: LedgerColumns = (run) => {
  if (run.status === 'QUEUED') return { engine_name: `engine of ${run.workerName}`, preset: { config: run.config } };
  const { startedAt, finishedAt } = run;
  return startedAt === null || finishedAt === null ? {} : { duration_ms: finishedAt.getTime() - startedAt.getTime() };
};

describe("columns of the host's own", () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    await query(
      database,
      `ALTER TABLE worker_runs ADD COLUMN engine_name text NOT NULL, ADD COLUMN preset jsonb,
         ADD COLUMN duration_ms int, ADD COLUMN "Seen \\?" timestamptz`,
    );
  });
  beforeEach(() => query(database, 'DELETE FROM worker_runs'));
  after(() => database.drop());

  const { run, runs, plain } = resolveNames();
  const told: { message: string; fields?: object | undefined }[] = [];
  const logger = { ...silentLogger, warn: (message: string, fields?: object) => void told.push({ message, fields }) };

  async function start(options: LedgerOptions): Promise<{ runId: string; leaseToken: string }> {
    await enqueueRun(database.knex, { workerName: 'ner', request }, { catalogue, ...options });
    const claimed = await claimNextRun(database.knex, { workerNames: ['ner'], runnerId: 'r', leaseSeconds: 60 });
    return { runId: claimed!.id, leaseToken: claimed!.leaseToken };
  }

  async function stored(): Promise<Record<string, unknown>> {
    const [row] = await query(
      database,
      `SELECT engine_name, preset, duration_ms, ${run.status}::text AS status, ${run.finished_at} AS finished_at,
         "Seen \\?"::text AS seen, (extract(epoch FROM date_trunc('milliseconds', ${run.finished_at})
           - date_trunc('milliseconds', ${run.started_at})) * 1000)::int AS took FROM ${runs}`,
    );
    return row!;
  }

  it('are filled when a run is asked for, also those that may not be empty', async () => {
    await enqueueRun(database.knex, { workerName: 'ner', request }, { catalogue, ledgerColumns });
    const config = { ...request, batch: 10, asked: request, region: 'eu' };
    expect(await stored())
      .to.include({ engine_name: 'engine of ner' })
      .and.deep.include({ preset: { config } });
  });

  it('are filled when it ends, as of the very moment that is stored', async () => {
    const key = await start({ ledgerColumns });
    await reportOutcome(database.knex, { ...key, outcome: 'SUCCESS' }, { ledgerColumns });
    const { duration_ms: duration, took, status } = await stored();
    expect({ duration, status }).to.deep.equal({ duration: took, status: 'SUCCESS' });
  });

  it('are filled when it is cancelled before it began, and not when it is only asked to stop', async () => {
    const whenCancelled: LedgerColumns = (run) =>
      run.status === 'CANCELLED' ? { duration_ms: 0 } : ledgerColumns(run);
    const options = { ledgerColumns: whenCancelled };
    const { id: runId } = await enqueueRun(database.knex, { workerName: 'ner', request }, { catalogue, ...options });
    await cancelRun(database.knex, { runId }, options);
    expect(await stored()).to.include({ status: 'CANCELLED', duration_ms: 0 });
    await query(database, 'DELETE FROM worker_runs');
    await cancelRun(database.knex, { runId: (await start(options)).runId }, options);
    expect(await stored()).to.include({ status: 'RUNNING', duration_ms: null });
  });

  it('take values of any type and columns of any name', async () => {
    const hook: LedgerColumns = () => ({ engine_name: 7, 'Seen ?': '2026-03-01T10:00:00Z', preset: undefined });
    await enqueueRun(database.knex, { workerName: 'ner', request }, { catalogue, ledgerColumns: hook });
    expect(await stored())
      .to.include({ engine_name: '7', preset: null })
      .and.have.property('seen')
      .that.includes('2026');
  });

  it('are asked for with the run as it will be', async () => {
    const seen: LedgerRun[] = [];
    const hook: LedgerColumns = (run) => {
      seen.push(run);
      return { engine_name: 'x' };
    };
    const key = await start({ ledgerColumns: hook });
    await reportOutcome(database.knex, { ...key, outcome: 'FAILED', error: 'E: x' }, { ledgerColumns: hook });
    expect(seen[0]).to.include({
      id: null,
      status: 'QUEUED',
      workerName: 'ner',
      attempt: 1,
      trigger: 'API',
      error: null,
    });
    expect(seen[0]!.request).to.deep.equal(request);
    expect(seen[0]!.request).not.to.equal(request);
    expect(seen[1]).to.include({ id: key.runId, status: 'FAILED', error: 'E: x', runnerId: 'r' });
    expect(seen[1]!.finishedAt!.getTime()).to.equal(((await stored())['finished_at'] as Date).getTime());
  });

  for (const [what, hook] of [
    ['throws', () => Promise.reject(new Error('no engine'))],
    ['names a column that we fill', () => ({ [plain.run.status]: 'SUCCESS' })],
    ['names no column at all', () => ({ '': 1 })],
    ['names a column that is too long', () => ({ ['x'.repeat(64)]: 1 })],
    ['gives what JSON cannot hold', () => ({ engine_name: 10n })],
    ['gives what PostgreSQL cannot hold', () => ({ engine_name: 'a\0b' })],
    ['gives a number that is none', () => ({ duration_ms: NaN })],
    ['answers with a list', () => [] as never],
  ] as readonly (readonly [string, LedgerColumns])[]) {
    it(`refuse the run when the hook ${what}`, async () => {
      const refused = await errorOf<WorkerSchedulesError>(
        enqueueRun(database.knex, { workerName: 'ner', request }, { catalogue, ledgerColumns: hook }),
      );
      expect(refused).to.include({ code: 'config_failed' });
      expect(refused.message).to.match(/^ConfigError: ledgerColumns: /);
      expect(await query(database, 'SELECT 1 FROM worker_runs')).to.deep.equal([]);
    });

    it(`do not keep a run from ending when the hook ${what}`, async () => {
      told.length = 0;
      const key = await start({ ledgerColumns });
      const options = { ledgerColumns: hook, logger };
      expect(await reportOutcome(database.knex, { ...key, outcome: 'SUCCESS' }, options)).to.include({
        status: 'SUCCESS',
      });
      expect(told).to.have.length(1);
      expect(told[0]).to.have.nested.property('fields.runId', key.runId);
    });
  }

  it('are not asked for by a report whose lease is lost', async () => {
    const key = await start({ ledgerColumns });
    const seen: LedgerRun[] = [];
    const options: LedgerOptions = {
      ledgerColumns: (run) => {
        seen.push(run);
        return {};
      },
    };
    const late = { ...key, leaseToken: '00000000-0000-4000-8000-000000000000', outcome: 'SUCCESS' } as const;
    expect(await errorOf(reportOutcome(database.knex, late, options))).to.include({ code: 'lease_lost' });
    expect(seen).to.deep.equal([]);
    expect(await stored()).to.include({ status: 'RUNNING' });
  });
});
