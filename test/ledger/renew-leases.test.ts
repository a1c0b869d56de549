import { expect } from 'chai';
import { cancelRun } from '../../lib/ledger/cancel-run.ts';
import { renewLeases } from '../../lib/ledger/renew-leases.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { claim, clearRuns, errorOf, queueAndClaim, queueRun } from './ledger-fixture.ts';

const NOBODYS_TOKEN = '00000000-0000-4000-8000-000000000000';

describe('leases that are renewed together', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => clearRuns(database));
  after(() => database.drop());

  interface Key {
    readonly runId: string;
    readonly leaseToken: string;
  }

  const two = async (): Promise<[Key, Key]> => {
    const first = await queueAndClaim(database);
    await queueRun(database, 'ocr');
    const second = await claim(database);
    return [
      { runId: first.id, leaseToken: first.leaseToken },
      { runId: second.id, leaseToken: second.leaseToken },
    ];
  };

  const renew = async (...keys: Key[]): Promise<string[]> => [
    ...(await renewLeases(database.knex, { keys, leaseSeconds: 60 })).keys(),
  ];

  it('end at the same moment, and say whether a cancel was asked for', async () => {
    const [first, second] = await two();
    await cancelRun(database.knex, { runId: second.runId });
    const states = await renewLeases(database.knex, { keys: [first, second], leaseSeconds: 60 });
    expect(states.get(first.runId)!.cancelRequestedAt).to.equal(null);
    expect(states.get(second.runId)!.cancelRequestedAt).to.be.instanceOf(Date);
    const rows = await query<{ moments: string; long: boolean }>(
      database,
      `SELECT count(DISTINCT lease_expires_at) AS moments,
              bool_and(lease_expires_at > statement_timestamp() + interval '40 seconds') AS long FROM worker_runs`,
    );
    expect(rows).to.deep.equal([{ moments: '1', long: true }]);
  });

  it('leave out the row that somebody holds, and do not wait for it', async () => {
    const [first, second] = await two();
    await database.plain.transaction(async (trx) => {
      await trx.raw('SELECT 1 FROM worker_runs WHERE id = ? FOR UPDATE', [first.runId]);
      expect(await renew(first, second)).to.deep.equal([second.runId]);
    });
    expect(await renew(first, second)).to.have.members([first.runId, second.runId]);
  });

  it('leave out what is over, ended or of another token', async () => {
    const [first, second] = await two();
    await query(database, 'UPDATE worker_runs SET lease_expires_at = statement_timestamp() WHERE id = ?', [
      first.runId,
    ]);
    expect(await renew(first, second)).to.deep.equal([second.runId]);
    expect(await renew({ ...second, leaseToken: NOBODYS_TOKEN }, first)).to.deep.equal([]);
    expect(await renew({ runId: first.runId, leaseToken: second.leaseToken })).to.deep.equal([]);
    await query(database, `UPDATE worker_runs SET status = 'INTERRUPTED', lease_expires_at = NULL`);
    expect(await renew(first, second)).to.deep.equal([]);
  });

  it('refuse a text that is no token, with nothing changed', async () => {
    const [first] = await two();
    const before = await query(database, 'SELECT * FROM worker_runs ORDER BY id');
    expect((await errorOf(renew(first, { ...first, leaseToken: 'x' }))).code).to.equal('lease_lost');
    expect(await query(database, 'SELECT * FROM worker_runs ORDER BY id')).to.deep.equal(before);
  });
});
