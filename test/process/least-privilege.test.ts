import { expect } from 'chai';
import { type NamesInput, resolveNames } from '../../lib/database/names.ts';
import type { SchemaPart } from '../../lib/database/missing-pieces.ts';
import { grantStatements } from '../../lib/database/grant-statements.ts';
import { migrate } from '../../migrations/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { forkScript, killEverything, type TestProcess } from '../support/processes.ts';
import { createTestRole, type TestRole } from '../support/roles.ts';
import { waitForRow } from '../support/wait-for.ts';

interface Said {
  readonly started?: string;
  readonly refused?: { readonly code: string; readonly message: string };
  readonly error?: string;
}

const SCRIPT = new URL('role-process.ts', import.meta.url);
const NAMES: NamesInput = { schema: `o'brien "jobs"`, runs: { table: 'Läufe-1', columns: { error: 'what?' } } };
const names = resolveNames(NAMES);
const KINDS = ['api', 'scheduler', 'runner'] as const;

/** Tells every DDL statement of any role but the owner, who has superuser rights here. */
const WATCH_DDL = `CREATE FUNCTION refuse_ddl() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) THEN
    RAISE EXCEPTION 'DDL at run time: %', tg_tag;
  END IF; END $$`;

describe('R-K3: processes of three roles that may do no more than is documented', function () {
  this.timeout(90_000);
  let database: TestDatabase;
  let roles: Record<SchemaPart, TestRole>;
  let base: string;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
    await query(database, 'REVOKE ALL ON SCHEMA public FROM PUBLIC');
    await query(database, `REVOKE ALL ON DATABASE ${database.name} FROM PUBLIC`);
    await query(database, `CREATE SCHEMA ${names.schema}`);
    await migrate(database.plain, { names: NAMES });
    await query(database, WATCH_DDL);
    await query(database, 'CREATE EVENT TRIGGER no_ddl ON ddl_command_start EXECUTE FUNCTION refuse_ddl()');
    roles = {
      api: await createTestRole(database, 'api'),
      scheduler: await createTestRole(database, 'scheduler'),
      runner: await createTestRole(database, 'runner'),
    };
    for (const kind of KINDS)
      await query(database, `GRANT CONNECT ON DATABASE ${database.name} TO "${roles[kind].name}"`);
    const api = fork('api');
    base = (await api.waitForMessage<Said>((said) => said.started !== undefined, 30_000)).started!;
  });
  beforeEach(() => setClock(database.plain, '2026-03-01T00:00:30Z'));
  after(async () => {
    await killEverything();
    await database.drop();
    for (const kind of KINDS) await roles[kind].drop();
  });

  const fork = (kind: SchemaPart): TestProcess =>
    forkScript(SCRIPT, { env: { DATABASE_URL: roles[kind].url, KIND: kind, NAMES: JSON.stringify(NAMES) } });
  const call = async (method: string, path: string, body?: object): Promise<Response> =>
    await fetch(`${base}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const grant = async (kind: SchemaPart): Promise<void> => {
    const statements = grantStatements(names, { role: roles[kind].name, parts: [kind] });
    for (const statement of statements) await query(database, statement);
  };

  it('refuse to start a scheduler and a runner without their rights, name each of them and end by themselves', async () => {
    const refuse = async (kind: 'scheduler' | 'runner'): Promise<void> => {
      const { child, exited, ...refused } = fork(kind);
      const said = await refused.waitForMessage<Said>(() => true, 30_000);
      expect(said.refused).to.have.property('code', 'privilege_missing');
      expect(said.refused!.message).to.contain(roles[kind].name).and.contain(`USAGE on schema ${NAMES.schema}`);
      expect(said.refused!.message).to.contain('SELECT on table Läufe-1');
      child.disconnect();
      await exited;
    };
    await Promise.all([refuse('scheduler'), refuse('runner')]);
  });

  it('answer the first call of an API without its rights with an error for the host, which names each of them', async () => {
    const answer = await call('GET', '');
    expect(answer.status).to.equal(500);
    const text = await answer.text();
    expect(text).to.contain('privilege_missing').and.contain('DELETE on table worker_schedules');
    expect((await call('GET', '/-/openapi.json')).status).to.equal(200);
  });

  it('let an API that may only read answer what reads, and refuse what writes', async () => {
    await query(database, `GRANT USAGE ON SCHEMA ${names.schema} TO "${roles.api.name}"`);
    await query(database, `GRANT SELECT ON ALL TABLES IN SCHEMA ${names.schema} TO "${roles.api.name}"`);
    expect((await call('GET', '')).status).to.equal(200);
    const refused = await call('PUT', '/walk/schedule', { cron: '@daily', request: { folder: '/' } });
    expect(await refused.text()).to.contain('INSERT on table worker_schedules');
    await grant('api');
    const body = { cron: '@daily', request: { folder: '/' } };
    expect((await call('PUT', '/walk/schedule', body)).status).to.equal(201);
    expect((await call('DELETE', '/walk/schedule')).status).to.equal(204);
  });

  it('schedule by the API, fire, claim, fail, retry and succeed, without a statement of DDL', async () => {
    for (const kind of KINDS) await grant(kind);
    const scheduler = fork('scheduler');
    const runner = fork('runner');
    for (const process of [scheduler, runner]) await process.waitForMessage<Said>((said) => said.started !== undefined);
    const body = { cron: '* * * * *', request: { folder: '/' } };
    expect((await call('PUT', '/walk/schedule', body)).status).to.equal(201);
    await advanceClock(database.plain, '1 minute');
    await waitForRow(database, `SELECT 1 FROM ${names.runs} WHERE attempt = 1 AND status = 'FAILED'`, [], 20_000);
    await waitForRow(database, `SELECT 1 FROM ${names.runs} WHERE attempt = 2 AND status = 'QUEUED'`, [], 20_000);
    expect((await call('PATCH', '/walk/schedule', { enabled: false })).status).to.equal(200);
    await advanceClock(database.plain, '2 minutes');
    await waitForRow(database, `SELECT 1 FROM ${names.runs} WHERE attempt = 2 AND status = 'SUCCESS'`, [], 20_000);
    expect((await call('POST', '/walk/runs', { folder: '/' })).status).to.equal(201);
    await waitForRow(database, `SELECT 1 FROM ${names.runs} WHERE trigger = 'API' AND status = 'FAILED'`, [], 20_000);
    for (const path of ['', '/walk/runs', '/walk/schedule/fires', '/-/scheduler']) {
      expect((await call('GET', path)).status, path).to.equal(200);
    }
    expect(await query(database, 'SELECT 1 FROM worker_runs')).to.deep.equal([]);
    for (const process of [scheduler, runner]) {
      expect(process.messages.filter((said) => (said as Said).error !== undefined)).to.deep.equal([]);
    }
  });
});
