import { expect } from 'chai';
import { clearRuns } from '../ledger/ledger-fixture.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { waitForRow } from '../support/wait-for.ts';
import { REFUSE, refusing } from './refusing.ts';
import { HeldAdapter, queueRun, start, stopRunners } from './runner-fixture.ts';

/** Lets a change wait that is made as renewals of many leases are, while somebody holds the lock 4711. */
const stuckTogether = `CREATE FUNCTION stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF current_query() LIKE '%SKIP LOCKED%' THEN PERFORM pg_advisory_xact_lock_shared(4711); END IF;
  RETURN NULL;
END $$`;

describe('the leases of a runner with several runs', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => clearRuns(database));
  afterEach(stopRunners);
  after(() => database.drop());

  const three = async (): Promise<HeldAdapter> => {
    const held = new HeldAdapter();
    await start(database, { workers: { walk: held, count: held, send: held }, concurrency: 3, leaseSeconds: 3 });
    for (const name of ['walk', 'count', 'send'] as const) await queueRun(database, name);
    await held.work(2);
    return held;
  };

  /** Runs whose lease is longer than at its claim. */
  const renewed = `SELECT 1 FROM worker_runs WHERE lease_expires_at > started_at + interval '3.1 seconds'`;

  it('are renewed in one statement', async () => {
    const held = await three();
    await waitForRow(database, `${renewed} HAVING count(*) = 3 AND count(DISTINCT lease_expires_at) = 1`);
    expect(held.works.some(({ context }) => context.signal.aborted)).to.equal(false);
    for (const work of held.works) work.finish();
  });

  it('are renewed while somebody holds the row of one of them, which is renewed when it is free', async () => {
    const held = await three();
    const [first] = held.works;
    await database.plain.transaction(async (trx) => {
      await trx.raw('SELECT 1 FROM worker_runs WHERE id = ? FOR UPDATE', [first!.run.id]);
      await waitForRow(database, `${renewed} AND id <> ? HAVING count(*) = 2`, [first!.run.id]);
    });
    await waitForRow(database, `${renewed} AND id = ?`, [first!.run.id]);
    expect(held.works.some(({ context }) => context.signal.aborted)).to.equal(false);
    for (const work of held.works) work.finish();
  });

  it('are renewed though the host refuses that of one of them', async () => {
    const held = await three();
    const [first] = held.works;
    await query(database, refusing(first!.run.workerName));
    await query(database, REFUSE);
    try {
      await waitForRow(database, `${renewed} AND id <> ? HAVING count(*) = 2`, [first!.run.id]);
      await waitForRow(
        database,
        `SELECT 1 FROM worker_runs WHERE lease_expires_at > started_at + interval '6 seconds'
        HAVING count(*) = 2`,
      );
    } finally {
      await query(database, 'DROP TRIGGER refuse ON worker_runs');
    }
    expect(first!.context.signal.aborted).to.equal(true);
    for (const work of held.works) work.finish();
  });

  it('are renewed, each alone, though their one statement is never answered', async () => {
    const held = await three();
    await query(database, stuckTogether);
    await query(database, 'CREATE TRIGGER stuck BEFORE UPDATE ON worker_runs EXECUTE FUNCTION stuck()');
    try {
      await database.plain.transaction(async (trx) => {
        await trx.raw('SELECT pg_advisory_xact_lock(4711)');
        const [from] = await query<{ at: string }>(database, 'SELECT statement_timestamp()::text AS at');
        // Longer than a lease, whose length is 3 seconds.
        await waitForRow(
          database,
          `SELECT 1 FROM worker_runs WHERE lease_expires_at > ?::timestamptz + interval '7 seconds' HAVING count(*) = 3`,
          [from!.at],
        );
      });
      expect(held.works.some(({ context }) => context.signal.aborted)).to.equal(false);
    } finally {
      await query(database, 'DROP TRIGGER stuck ON worker_runs');
    }
    for (const work of held.works) work.finish();
  });
});
