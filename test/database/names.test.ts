import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { quote } from '../../lib/database/identifiers.ts';
import { type NamesInput, resolveNames, RUN_COLUMNS } from '../../lib/database/names.ts';
import type { WorkerSchedulesError } from '../../lib/errors.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';

function refusal(names: unknown): string[] {
  try {
    resolveNames(names as NamesInput);
  } catch (error) {
    expect(error).to.have.property('code', 'invalid_options');
    return (error as WorkerSchedulesError).fields.map(({ path, message }) => {
      expect(message).to.include(path);
      return path;
    });
  }
  throw new Error('They were not refused.');
}

describe('resolveNames', () => {
  it('has a default for everything', () => {
    const names = resolveNames();
    expect(names.runs).to.equal('"public"."worker_runs"');
    expect(Object.keys(names.run)).to.deep.equal([...RUN_COLUMNS]);
    expect([names.plain.schedules, names.statusType, names.run.retry_of]).to.deep.equal([
      ...['worker_schedules', '"public"."worker_run_status"', '"retry_of"'],
    ]);
  });

  it('quotes what a host calls differently', () => {
    const names = resolveNames({ schema: 'a"b', runs: { table: 'Jobs', columns: { error: 'last-error' } } });
    expect([names.schema, names.runs, names.run.error]).to.deep.equal(['"a""b"', '"a""b"."Jobs"', '"last-error"']);
    expect([names.plain.schema, names.plain.run.error, names.run.id]).to.deep.equal(['a"b', 'last-error', '"id"']);
  });

  it('resolves an object of names once', () => {
    const input = { schema: 'jobs' };
    expect(resolveNames(input)).to.equal(resolveNames(input));
    expect(resolveNames()).to.equal(resolveNames());
    expect(resolveNames({ ...input })).to.deep.equal(resolveNames(input));
  });

  it('gives every install a lock and channels of its own', () => {
    const installs = [
      resolveNames(),
      resolveNames({ schema: 'jobs' }),
      resolveNames({ runs: { table: 'jobs' } }),
      resolveNames({ schema: 'a', runs: { table: 'b.c' } }),
      resolveNames({ schema: 'a.b', runs: { table: 'c' } }),
    ];
    expect(new Set(installs.map(({ lockKey }) => lockKey.join())).size).to.equal(5);
    expect(new Set(installs.flatMap(({ channels }) => [channels.scheduler, channels.runner])).size).to.equal(10);
  });

  it('gives the same install the same lock and channels, in every process and every release', () => {
    const { lockKey, channels } = resolveNames({ schema: 'public', schedules: 'other' });
    expect(lockKey).to.deep.equal(resolveNames().lockKey);
    expect(lockKey).to.deep.equal([2003987315, 832075798]);
    expect(channels).to.deep.equal({
      scheduler: 'worker_schedules_31987816ebf7d068_schedules',
      runner: 'worker_schedules_31987816ebf7d068_runs',
    });
  });

  it('keeps its channels short enough for PostgreSQL, and its keys in range', () => {
    const { channels, lockKey } = resolveNames({ schema: 'x'.repeat(63), runs: { table: 'y'.repeat(63) } });
    expect(Buffer.byteLength(channels.scheduler)).to.be.at.most(63);
    for (const key of lockKey) expect(key).to.be.within(-(2 ** 31), 2 ** 31 - 1);
  });

  for (const name of ['', 'x'.repeat(64), 'é'.repeat(32), 'a\0b', '\ud800', 5, null, {}, ['x']] as unknown[]) {
    it(`refuses ${JSON.stringify(name).slice(0, 20)} wherever it stands`, () => {
      const given = name ?? 0;
      expect(refusal({ schema: given })).to.deep.equal(['names.schema']);
      expect(refusal({ runs: { table: given } })).to.deep.equal(['names.runs.table']);
      expect(refusal({ runs: { columns: { not_before: given } } })).to.deep.equal(['names.runs.columns.not_before']);
      expect(refusal({ types: { status: given } })).to.deep.equal(['names.types.status']);
      for (const table of ['schedules', 'fires', 'state', 'runners']) {
        expect(refusal({ [table]: given })).to.deep.equal([`names.${table}`]);
      }
    });
  }

  it('refuses a member that it does not know', () => {
    expect(refusal({ shema: 'jobs' })).to.deep.equal(['names.shema']);
    expect(refusal({ runs: { tabel: 'jobs' } })).to.deep.equal(['names.runs.tabel']);
    expect(refusal({ runs: { columns: { workerName: 'x' } } })).to.deep.equal(['names.runs.columns.workerName']);
    expect(refusal({ types: { state: 'x' } })).to.deep.equal(['names.types.state']);
    expect(refusal({ runs: 'jobs' })[0]).to.match(/^names\.runs\./);
  });

  it('refuses one name for two things of one room', () => {
    expect(refusal({ fires: 'worker_schedules' })).to.deep.equal(['names.fires']);
    expect(refusal({ types: { trigger: 'worker_runs' } })).to.deep.equal(['names.types.trigger']);
    expect(refusal({ runs: { columns: { error: 'status' } } })).to.deep.equal(['names.runs.columns.error']);
  });
});

describe('a quoted name', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ migrated: false, defaultNames: true });
  });
  after(() => database.drop());

  for (const name of [
    ...['Jobs', 'my-schema', "o'brien", 'a"b', 'a.b', 'a$$b', '$1', '1x', 'schéma', '仕事', '🙂', 'x'.repeat(63)],
    ...['x"; drop table t; --', 'a?b', '??', 'a\\?b', 'a\\b', '\\', ':name', 'select', ' ', 'U&"x"', '"\\?"'],
  ]) {
    it(`is the name and nothing else: ${name}`, async () => {
      resolveNames({ schema: name });
      await database.knex.raw(`CREATE TABLE ${quote(name)} (${quote(name)} int)`);
      await database.knex.raw(`INSERT INTO ${quote(name)} AS t (${quote(name)}) VALUES (?)`, [7]);
      const { rows } = await database.knex.raw<{ rows: object[] }>(
        `SELECT t.${quote(name)}::text FROM ${quote(name)} t WHERE t.${quote(name)} = ?`,
        [7],
      );
      expect(Object.values(rows[0]!)).to.deep.equal(['7']);
      const tables = await query(database, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
      expect(tables).to.deep.equal([{ tablename: name }]);
      await database.knex.raw(`DROP TABLE ${quote(name)}`);
    });
  }
});

describe('the default names', () => {
  const root = new URL('../../', import.meta.url);
  const sources = ['lib', 'routes', 'migrations'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  );

  it('stand in one file: everything else is told how things are called', () => {
    const literal =
      /\b(worker_runs|worker_schedules|worker_schedule_fires|worker_scheduler_state|worker_runners|worker_run_status|worker_run_trigger)(?![.\w])/;
    const naming = sources.filter((file) => {
      const code = readFileSync(new URL(file, root), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
      return literal.test(code);
    });
    expect(naming).to.deep.equal(['lib/database/ledger-indexes.ts', 'lib/database/names.ts']);
    expect(sources.length).to.be.above(150);
  });
});
