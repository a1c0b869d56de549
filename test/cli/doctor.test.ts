import { expect } from 'chai';
import { runCommand } from '../../cli/run-command.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { enqueueRun, saveSchedule } from '../../lib/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { createTestRole, type TestRole } from '../support/roles.ts';

interface Finding {
  readonly check: string;
  readonly level: string;
  readonly message: string;
}

const of = (found: readonly Finding[], check: string): string =>
  found
    .filter((one) => one.check === check)
    .map(({ level, message }) => `${level}: ${message}`)
    .join('\n');

async function findings(url: string, ...words: string[]): Promise<Finding[]> {
  const { out } = await runCommand(['doctor', '--json', '--url', url, ...words]);
  return (JSON.parse(out) as { findings: Finding[] }).findings;
}

describe('doctor', () => {
  let database: TestDatabase;
  let role: TestRole;
  before(async () => {
    database = await createTestDatabase();
    role = await createTestRole(database, 'limited');
  });
  beforeEach(() =>
    database.plain.raw('TRUNCATE worker_runs, worker_schedules, worker_scheduler_state, worker_runners'),
  );
  after(async () => {
    await database.drop();
    await role.drop();
  });

  it('names a dead scheduler, what is late, faulty rows, and runs that nobody would claim', async () => {
    await saveSchedule(database.knex, { workerName: 'walk', cron: '@hourly', request: {} });
    await saveSchedule(database.knex, { workerName: 'send', cron: '@hourly', request: {} });
    await query(
      database,
      `UPDATE worker_schedules SET next_run_at = now() - interval '1 h' WHERE worker_name = 'walk'`,
    );
    await query(
      database,
      `UPDATE worker_schedules SET next_run_at = NULL, fault = 'the zone is gone' WHERE worker_name = 'send'`,
    );
    await query(
      database,
      `INSERT INTO worker_scheduler_state (last_tick_at, last_error, last_error_at, deferred, faulty, zone_data_version)
       VALUES (now() - interval '3 h', 'Error: x', now() - interval '3 h', '[{"workerName": "count", "reason": "a lock", "seconds": 30}]',
         '[{"workerName": "walk", "reason": "no room"}]', '1999a')`,
    );
    await enqueueRun(database.knex, { workerName: 'count', request: {} });
    const found = await findings(database.url);
    expect(of(found, 'scheduler')).to.equal(
      [
        'fault: nobody leads; last tick 3 h ago. Start the scheduler process.',
        'fault: an occurrence is due and undecided since 60 min',
        'note: last error 3 h ago: Error: x',
      ].join('\n'),
    );
    expect(of(found, 'schedules')).to.equal(
      ['fault: send: the zone is gone', 'fault: walk: no room', 'note: count: deferred for 30 s: a lock'].join('\n'),
    );
    expect(of(found, 'runs')).to.equal('fault: queued, and no live runner serves them: count');
    expect(of(found, 'zone data')).to.match(/^note: .+ here and 1999a in the scheduler/);
  });

  it('tells a leader that holds the lock and does not tick', async () => {
    const holder = await database.plain.transaction();
    await holder.raw('SELECT pg_advisory_xact_lock(?, ?)', [...resolveNames().lockKey]);
    await query(
      database,
      `INSERT INTO worker_scheduler_state (leader, last_tick_at) VALUES ('l', now() - interval '1 h')`,
    );
    const found = of(await findings(database.url), 'scheduler');
    await holder.rollback();
    expect(found).to.equal('fault: l holds the lead and does not tick; last tick 60 min ago');
  });

  it('names the rights that a role lacks, and grants prints those that it needs', async () => {
    const before = of(await findings(database.url, '--role', role.name, '--for', 'runner'), 'rights');
    expect(before)
      .to.contain(`fault: ${role.name} lacks for the runner: `)
      .and.contain(`UPDATE on table ${resolveNames().plain.runs}`);
    const { out } = await runCommand(['grants', '--role', role.name, '--for', 'runner']);
    expect(out).to.match(/^(GRANT [^\n]+;\n)+$/);
    await database.plain.raw(out);
    const after = of(await findings(database.url, '--role', role.name, '--for', 'runner'), 'rights');
    expect(after).to.equal(`ok: ${role.name} may do what the runner needs`);
    const mine = await findings(role.url);
    expect(of(mine, 'rights'))
      .to.contain(`fault: ${role.name} lacks for the api`)
      .and.contain('may do what the runner');
    expect(of(mine, 'scheduler')).to.contain('fault: cannot be looked at: permission denied');
  });

  it('says that there is no such role', async () => {
    expect(of(await findings(database.url, '--role', 'nobody-here'), 'rights')).to.contain(
      'role "nobody-here" does not exist',
    );
  });
});
