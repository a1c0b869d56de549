import { expect } from 'chai';
import { getActiveRun, getRun, getSlot } from '../../lib/ledger/get-run.ts';
import { listRuns } from '../../lib/ledger/list-runs.ts';
import { reportOutcome } from '../../lib/ledger/report-outcome.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { clearRuns, insertScheduled, queueAndClaim, queueRun } from './ledger-fixture.ts';

describe('reading runs', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
    await setClock(database.plain, '2026-03-01T10:00:00Z');
  });
  beforeEach(() => clearRuns(database));
  after(() => database.drop());

  it('lists the newest first, of one worker, and no more than asked for', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const { id, leaseToken } = await queueAndClaim(database);
      ids.unshift(id);
      await reportOutcome(database.knex, { runId: id, leaseToken, outcome: 'SUCCESS' });
    }
    await queueRun(database, 'ocr');
    const listed = await listRuns(database.knex, { workerName: 'ner' });
    expect(listed.map((run) => run.id)).to.deep.equal(ids);
    expect(await listRuns(database.knex, { workerName: 'ner', limit: 2 })).to.have.length(2);
    expect(await listRuns(database.knex, { workerName: 'nobody' })).to.deep.equal([]);
  });

  it('never shows a lease token', async () => {
    const { id, leaseToken } = await queueAndClaim(database);
    const shown = [await getRun(database.knex, id), ...(await listRuns(database.knex, { workerName: 'ner' }))];
    expect(JSON.stringify(shown)).not.to.include(leaseToken);
  });

  it('finds the run that holds a slot, and none when it is free', async () => {
    expect(await getActiveRun(database.knex, 'ner')).to.equal(undefined);
    const { id, leaseToken } = await queueAndClaim(database);
    expect((await getActiveRun(database.knex, 'ner'))?.id).to.equal(id);
    await reportOutcome(database.knex, { runId: id, leaseToken, outcome: 'FAILED', error: 'E: x' });
    expect(await getActiveRun(database.knex, 'ner')).to.equal(undefined);
  });

  it('reads a slot together with the moment of the database that it is true for', async () => {
    const now = new Date('2026-03-01T10:00:00Z');
    expect(await getSlot(database.knex, 'ner')).to.deep.equal({ now, activeRun: undefined });
    const { id } = await queueAndClaim(database);
    expect(await getSlot(database.knex, 'ner')).to.deep.include({ now, activeRun: await getRun(database.knex, id) });
    expect((await getSlot(database.knex, 'ocr')).activeRun).to.equal(undefined);
  });

  it('gives instants as Dates and ids as text', async () => {
    const id = await insertScheduled(database, { notBefore: '2026-03-01T12:01:00+02:00' });
    const run = await getRun(database.knex, id);
    expect(run?.id).to.equal(id);
    expect(run?.notBefore?.toISOString()).to.equal('2026-03-01T10:01:00.000Z');
    expect(run?.scheduledFor?.toISOString()).to.equal('2026-03-01T10:00:00.000Z');
    expect(run?.queuedAt).to.be.instanceOf(Date);
  });
});
