import { expect } from 'chai';
import { getSchedulerState, type SchedulerHandle, startScheduler } from '../../lib/index.ts';
import { readSchedulerHealth } from '../../lib/schedules/scheduler-health.ts';
import { presentScheduler } from '../../routes/presenters/present-scheduler.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { waitFor } from '../support/wait-for.ts';

/** Ends no run any more, so that every tick fails in its first pass while everything else works. */
const BREAK = [
  `insert into worker_runs (worker_name, status, trigger, request, queued_at, lease_expires_at)
    values ('w', 'RUNNING', 'API', '{}', now() - interval '1 hour', now() - interval '1 minute')`,
  `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the ledger is sealed'; end $$`,
  'create trigger refuse before update on worker_runs for each row execute function refuse()',
];

describe('a scheduler that leads and cannot tick', () => {
  let database: TestDatabase;
  let scheduler: SchedulerHandle | undefined;

  before(async () => {
    database = await createTestDatabase();
    for (const statement of BREAK) await database.plain.raw(statement);
  });
  after(() => database.drop());
  afterEach(() => scheduler?.stop());

  const shown = async (): Promise<Record<string, unknown>> =>
    presentScheduler(await readSchedulerHealth(database.knex), await getSchedulerState(database.knex)) as Record<
      string,
      unknown
    >;

  it('R-E2: steps down each time, never counts as ticking, and says why until it can', async () => {
    const seen: string[] = [];
    const verdicts = new Set<unknown>();
    scheduler = await startScheduler(database.knex, { name: 'sealed', idleSeconds: 1 });
    scheduler.on('status', ({ status }) => seen.push(status));
    await waitFor(async () => {
      verdicts.add((await shown())['verdict']);
      return seen.filter((status) => status === 'reconnecting').length === 2;
    });
    expect(verdicts).to.not.include('ticking');
    expect((await shown())['last_error']).to.contain('the ledger is sealed');
    expect(await shown()).to.include({ leader: 'sealed', last_tick_at: null });
    await database.plain.raw('drop trigger refuse on worker_runs');
    await waitFor(async () => (await shown())['verdict'] === 'ticking');
    expect(scheduler.state).to.equal('leading');
  });
});
