import { expect } from 'chai';
import { NO_HOST_COLUMNS } from '../../lib/database/host-columns.ts';
import { resolveNames } from '../../lib/database/names.ts';
import type { Queryable } from '../../lib/database/read-rows.ts';
import { deleteSchedule, patchSchedule, pauseSchedule, saveSchedule } from '../../lib/index.ts';
import { planBatch } from '../../lib/scheduler/plan-batch.ts';
import { look } from '../../lib/scheduler/look.ts';
import { type WrittenBatch, writeDecisions } from '../../lib/schedules/write-decisions.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { emptyTables, readFires, readRuns, untilBlocked } from './read-ledger.ts';

const names = resolveNames();
const NOON = new Date('2026-03-01T00:01:00Z');
const ready = { kind: 'ready', configJson: null, hostColumns: NO_HOST_COLUMNS } as const;

/** The test's clock, which waits for the lock 4711 when it is asked for the time that `fake.call` comes to `fake.stop`. */
const STOPPING = [
  'create sequence fake.call',
  'create table fake.stop (at bigint)',
  'insert into fake.stop values (0)',
  `create or replace function fake.now() returns timestamptz language plpgsql stable as $$ begin
     if current_query() like '%plan AS MATERIALIZED%' and nextval('fake.call') = (select at from fake.stop) then
       perform pg_advisory_xact_lock_shared(4711);
     end if;
     return (select coalesce(fixed, pg_catalog.now() + shift) from fake.clock);
   end $$`,
];

describe('what happens between the snapshot of a decision and its lock', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true, defaultNames: true });
    for (const statement of STOPPING) await database.plain.raw(statement);
  });
  after(() => database.drop());
  beforeEach(async () => {
    await emptyTables(database);
    await setClock(database.plain, '2026-03-01T00:00:30Z');
    await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: { v: 1 } });
    await setClock(database.plain, NOON.toISOString());
  });

  const decide = async (trx: Queryable): Promise<WrittenBatch> => {
    const { due } = await look(database.plain, names, { since: null, except: [], limit: 10, withRequests: false });
    const batch = due.map((target) => ({ target, resolution: ready }));
    return await writeDecisions(trx, names, planBatch(batch, NOON));
  };

  /** Decides, and lets something else happen once the statement has looked, and before it locks. */
  async function decideAround(happens: () => Promise<unknown>): Promise<WrittenBatch> {
    const gate = await database.plain.transaction();
    await gate.raw('select pg_advisory_xact_lock(4711)');
    return await database.plain.transaction(async (trx) => {
      const raw = async (text: string, bindings: readonly (string | number | boolean | null)[]): Promise<unknown> => {
        // The planner asks for the time too, and has no snapshot of rows yet; the next to ask looks at the row.
        await database.plain.raw('alter sequence fake.call restart');
        await trx.raw(`explain ${text}`, bindings);
        await database.plain.raw(`update fake.stop set at = nextval('fake.call') * 2 - 1`);
        await database.plain.raw('select setval(?, (select (at + 1) / 2 from fake.stop), false)', ['fake.call']);
        return await trx.raw(text, bindings);
      };
      const deciding = decide({ raw });
      await untilBlocked(database);
      await happens();
      await gate.commit();
      return await deciding;
    });
  }

  it('decides where nothing does', async () => {
    const { written } = await decideAround(() => Promise.resolve());
    expect(written.map(({ result }) => result)).to.deep.equal(['enqueued']);
    expect(await readFires(database)).to.deep.equal(['w 01 00:01 enqueued']);
  });

  const edits: Readonly<Record<string, () => Promise<unknown>>> = {
    'is saved with another request': () =>
      patchSchedule(database.knex, { workerName: 'w', changes: { request: { v: 2 } } }),
    'is paused': () => pauseSchedule(database.knex, { workerName: 'w' }),
    'is deleted': () => deleteSchedule(database.knex, { workerName: 'w' }),
    'is moved by hand': () =>
      query(database, `update worker_schedules set next_run_at = next_run_at + interval '1 second'`),
  };
  for (const [what, edit] of Object.entries(edits)) {
    it(`leaves a schedule alone that ${what}`, async () => {
      expect(await decideAround(edit)).to.deep.equal({ written: [], open: [] });
      expect(await readRuns(database)).to.deep.equal([]);
    });
  }

  it('leaves an occurrence alone that somebody else decides, were there somebody', async () => {
    const other = await decideAround(() => database.plain.transaction((trx) => decide(trx)));
    expect(other).to.deep.equal({ written: [], open: [] });
    expect(await readRuns(database)).to.have.length(1);
    expect(await readFires(database)).to.deep.equal(['w 01 00:01 enqueued']);
  });

  it('decides by the row that it locks where only something else of it has changed', async () => {
    const { written } = await decideAround(() =>
      query(database, `update worker_schedules set updated_by_user_id = '7', fault = 'f' where worker_name = 'w'`),
    );
    expect(written.map(({ result }) => result)).to.deep.equal(['enqueued']);
    const [run] = await query(database, 'select requested_by_user_id from worker_runs');
    const [row] = await query(database, 'select next_run_at, fault from worker_schedules');
    expect(run).to.deep.equal({ requested_by_user_id: '7' });
    expect(row).to.deep.equal({ next_run_at: new Date('2026-03-01T00:02:00Z'), fault: null });
  });
});
