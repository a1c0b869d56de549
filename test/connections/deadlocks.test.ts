import { expect } from 'chai';
import type { Knex } from 'knex';
import { resolveNames } from '../../lib/database/names.ts';
import { enqueueRun, pauseSchedule, saveSchedule } from '../../lib/index.ts';
import { Heartbeat } from '../../lib/scheduler/heartbeat.ts';
import { emptyTables, readFires } from '../scheduler/read-ledger.ts';
import { takeLead, type TestLeader } from '../scheduler/test-leader.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { waitFor, waitForRow } from '../support/wait-for.ts';

const ROUNDS = 12;

/** Makes the fire of a pause take its time, as a slow disk does, so that the host can begin to wait meanwhile. */
const SLOW_FIRES = `CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.3); RETURN NEW; END $$;
  CREATE TRIGGER take_time BEFORE INSERT ON worker_schedule_fires
    FOR EACH ROW WHEN (NEW.reason = 'paused') EXECUTE FUNCTION take_time()`;

describe('deadlocks with the host', function () {
  this.timeout(90_000);
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  beforeEach(async () => {
    await emptyTables(database);
    await setClock(database.plain, '2026-03-01T00:00:30Z');
    for (const workerName of ['a', 'b']) {
      await saveSchedule(database.knex, { workerName, cron: '* * * * *', request: {} });
    }
    await setClock(database.plain, '2026-03-01T00:01:00Z');
  });
  after(() => database.drop());

  async function pidOf(trx: Knex): Promise<number> {
    const { rows } = await trx.raw<{ rows: { pid: number }[] }>('SELECT pg_backend_pid() AS pid');
    return rows[0]!.pid;
  }

  /** Waits until a backend waits for another, and says whether that one waits for it: then it is a real deadlock. */
  const waitsFor = (waiter: number, holder: number): Promise<unknown> =>
    waitForRow(database, 'SELECT 1 WHERE ? = ANY (pg_blocking_pids(?))', [holder, waiter]);

  /** Whether two backends were seen to wait for each other before the work was done. */
  async function sawDeadlock(pids: readonly [number, number], work: Promise<unknown>): Promise<boolean> {
    const sql = 'SELECT 1 WHERE ? = ANY (pg_blocking_pids(?)) AND ? = ANY (pg_blocking_pids(?))';
    const [one, other] = pids;
    const done = work.then(() => 'done');
    for (;;) {
      const look = query(database, sql, [one, other, other, one]);
      if ((await look).length > 0) break;
      if ((await Promise.race([done, look])) === 'done') return false;
    }
    await done;
    return true;
  }

  describe('and the tick', () => {
    let leader: TestLeader;
    beforeEach(async () => {
      leader = await takeLead(database);
    });
    afterEach(() => leader.close());

    /** What a host may do in one transaction after it has taken the slot of `b`; each waits for the row that the tick holds. */
    const turns: readonly ((host: Knex.Transaction) => Promise<unknown>)[] = [
      (host) => saveSchedule(host, { workerName: 'b', cron: '@daily', request: {} }),
      (host) => pauseSchedule(host, { workerName: 'b' }),
      (host) => host.raw(`UPDATE worker_schedules SET updated_by = 'host' WHERE worker_name = 'b'`),
    ];

    it('are always won by the host, whichever of its statements closes the circle', async () => {
      let deadlocks = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        await query(database, 'TRUNCATE worker_runs, worker_schedule_fires');
        await query(database, `UPDATE worker_schedules SET next_run_at = '2026-03-01T00:01:00Z', enabled = true`);
        leader.pass(60_000);
        const host = await database.knex.transaction();
        const pids = [await pidOf(host), leader.leading.session.backendPid] as const;
        await enqueueRun(host, { workerName: 'b', request: {} });
        const ticked = leader.tick();
        await waitsFor(pids[1], pids[0]);
        if (await sawDeadlock(pids, turns[round % turns.length]!(host))) deadlocks += 1;
        await host.commit();
        await ticked;
        expect(await readFires(database)).to.include('a 01 00:01 enqueued');
        const runs = await query(database, `SELECT trigger FROM worker_runs WHERE worker_name = 'b'`);
        expect(runs).to.deep.equal([{ trigger: 'API' }]);
      }
      expect(deadlocks).to.be.greaterThan(0);
    });

    it('are won by the host also when it was the first to wait', async () => {
      const other = await database.knex.transaction();
      const host = await database.knex.transaction();
      const pids = [await pidOf(host), leader.leading.session.backendPid] as const;
      await enqueueRun(other, { workerName: 'a', request: {} });
      await enqueueRun(host, { workerName: 'b', request: {} });
      const ticked = leader.tick();
      await waitsFor(pids[1], await pidOf(other));
      const work = host.raw(`UPDATE worker_schedules SET updated_by = 'host' WHERE worker_name = 'a'`);
      const waited = work.then(() => undefined);
      await other.rollback();
      await waited;
      await host.commit();
      await ticked;
      expect(await query(database, `SELECT 1 FROM worker_schedules WHERE updated_by = 'host'`)).to.have.length(1);
    });

    it('do not arise from pruning: who has old fires in its hands keeps them, and the leader leads on', async () => {
      await query(
        database,
        `INSERT INTO worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome)
         SELECT 'a', '2020-01-01Z'::timestamptz + n * interval '1 day', now(), 'enqueued' FROM generate_series(1, 3) n`,
      );
      const host = await database.knex.transaction();
      await host.raw(`DELETE FROM worker_schedule_fires WHERE scheduled_at = '2020-01-03Z'`);
      const heartbeat = new Heartbeat(leader.leading);
      await heartbeat.prune();
      await host.rollback();
      expect(await readFires(database)).to.have.length(3);
      await heartbeat.prune();
      expect(await readFires(database)).to.deep.equal([]);
    });
  });

  describe("and a call's own transaction", () => {
    const failed = (call: Promise<unknown>): Promise<unknown> =>
      call.then(
        () => 'did',
        (error: unknown) => (error as { code?: string }).code,
      );

    /** The session in which the call writes its fire; none when it gave up before anybody looked, on a busy machine. */
    async function pidOfInsert(call: Promise<unknown>): Promise<number | undefined> {
      let answered = false;
      void call.then(() => (answered = true));
      const seen = await waitFor(async () => {
        const [found] = await query<{ pid: number }>(
          database,
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
            AND starts_with(query, ?)`,
          [`INSERT INTO ${resolveNames().fires}`],
        );
        return found ?? (answered && { pid: undefined });
      });
      return seen.pid;
    }

    /** A pause of `a` that holds the schedule's row and then needs the fire that the host has not committed. */
    async function begin(): Promise<{
      host: Knex.Transaction;
      pids: readonly [number, number];
      call: Promise<unknown>;
    }> {
      const host = await database.knex.transaction();
      await host.raw(
        `INSERT INTO worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome)
         VALUES ('a', '2026-03-01T00:01:00Z', now(), 'enqueued')`,
      );
      const call = failed(pauseSchedule(database.knex, { workerName: 'a' }));
      const pid = await pidOfInsert(call);
      if (pid !== undefined) return { host, pids: [await pidOf(host), pid], call };
      await host.rollback();
      expect(await call).to.equal('slot_contended');
      return await begin();
    }
    const take = (host: Knex.Transaction): Promise<unknown> =>
      host.raw(`UPDATE worker_schedules SET updated_by = 'host' WHERE worker_name = 'a'`).then(() => undefined);

    it('are won by the host when the call waits first, and the call says slot_contended', async () => {
      let deadlocks = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const { host, pids, call } = await begin();
        if (await sawDeadlock(pids, take(host))) deadlocks += 1;
        await host.rollback();
        expect(await call).to.equal('slot_contended');
      }
      expect(deadlocks).to.be.greaterThan(0);
      expect(await query(database, 'SELECT 1 FROM worker_schedules WHERE NOT enabled')).to.deep.equal([]);
    });

    it('are won by the host when it waits first', async () => {
      await query(database, SLOW_FIRES);
      let deadlocks = 0;
      for (let round = 0; round < 4; round += 1) {
        const { host, pids, call } = await begin();
        const began = performance.now();
        const taken = take(host);
        await waitsFor(...pids);
        if (await sawDeadlock(pids, taken)) deadlocks += 1;
        expect(performance.now() - began).to.be.below(10_000);
        await host.rollback();
        expect(await call).to.equal('slot_contended');
      }
      expect(deadlocks).to.be.greaterThan(0);
      await query(database, 'DROP FUNCTION take_time CASCADE');
    });
  });
});
