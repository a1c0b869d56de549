import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEEDED_PRIVILEGES } from '../../lib/database/needed-privileges.ts';
import { packPackage, type Packed } from '../package/packed.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { forkScript, killEverything, type TestProcess } from '../support/processes.ts';
import { waitForRow } from '../support/wait-for.ts';
import { freePort } from '../support/free-port.ts';
import { type Ended, readGuide, runLine } from './guide.ts';

const guide = readGuide('adopting.md');
const KINDS = ['api', 'scheduler', 'runner'] as const;
const LEDGER_COLUMNS = `SELECT column_name::text AS name, is_nullable::text AS "null", data_type::text AS type
  FROM information_schema.columns WHERE table_name = 'archive_worker_runs' ORDER BY ordinal_position`;

describe('docs/adopting.md, executed in its order', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let packed: Packed;
  let project: string;
  let ofTheHost: unknown[];
  const processes: TestProcess[] = [];

  /** Roles belong to the server, so each run has its own. */
  const own = (text: string): string => text.replaceAll(/\barchive_(api|scheduler|runner)\b/g, `${database.name}_$1`);
  const file = (name: string): string => guide.files.get(name) ?? expect.fail(`The guide has no ${name}`);
  const sql = (name: string): Promise<Record<string, unknown>[]> => query(database, own(file(name)));
  const run = (line: string): Promise<Ended> => runLine(project, own(line), { DATABASE_URL: database.url });
  const runBlock = async (block: number): Promise<Ended[]> => {
    const ended: Ended[] = [];
    for (const line of guide.commands[block] ?? expect.fail(`no block ${block}`)) ended.push(await run(line));
    return ended;
  };
  const urlOf = (kind: (typeof KINDS)[number]): string => {
    const url = new URL(database.url);
    url.username = `${database.name}_${kind}`;
    url.password = 'of-a-test';
    return url.href;
  };
  const start = (
    script: string,
    kind: (typeof KINDS)[number],
    env: Readonly<Record<string, string>> = {},
  ): TestProcess => {
    const started = forkScript(join(project, script), { env: { DATABASE_URL: urlOf(kind), ...env } });
    processes.push(started);
    return started;
  };

  before(async () => {
    database = await createTestDatabase({ migrated: false, defaultNames: true });
    packed = await packPackage();
    const modules = ['zod', 'luxon', 'cron-parser', 'knex', 'pg', 'express', 'koa'];
    project = packed.project(modules);
    for (const [name, text] of guide.files) writeFileSync(join(project, name), text);
  });
  after(async () => {
    await killEverything();
    packed.remove();
    await database.drop();
  });

  it('begins with a table, a cron job and a loop that work', async () => {
    await sql('archive.sql');
    ofTheHost = await query(database, LEDGER_COLUMNS);
    const [, insert] = /psql "\$DATABASE_URL" -c "(.*)"/.exec(guide.text) ?? [];
    await query(database, insert!);
    expect(await sql('old-claim.sql')).to.have.length(1);
    await query(database, `UPDATE archive_worker_runs SET status = 'SUCCESS', finished_at = now()`);
  });

  it('looks without changing anything, and migrates', async () => {
    const [printed, status] = await runBlock(0);
    expect(printed!.out, printed!.err)
      .to.match(/^-- What/)
      .and.contain('ADD COLUMN');
    expect(status!.code, status!.err).to.equal(3);
    expect(status!.out).to.contain('incomplete');
    expect(await query(database, LEDGER_COLUMNS)).to.deep.equal(ofTheHost);
    const [migrated] = await runBlock(1);
    expect(migrated, migrated!.err).to.include({ code: 0 });
    expect(migrated!.out).to.match(/^Applied /);
    const [, knexLine] = /`(npx knex migrate:latest [^`]+)`/.exec(guide.text) ?? [];
    const flow = await run(knexLine!);
    expect(flow.code, flow.err + flow.out).to.equal(0);
    const added = (await query(database, LEDGER_COLUMNS)).map(({ name }) => name as string).slice(ofTheHost.length);
    const [, listed] = /What is added to the ledger: the columns (.*?), as far as/s.exec(guide.text) ?? [];
    expect(added).to.have.members([...listed!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  });

  it('teaches the old loop to leave a waiting retry alone', async () => {
    const waiting = `INSERT INTO archive_worker_runs (worker_name, trigger, not_before)
                     VALUES ('other', 'SCHEDULE', now() + interval '1 hour')`;
    await query(database, waiting);
    expect(await sql('new-claim.sql')).to.have.length(0);
    expect(await sql('old-claim.sql')).to.have.length(1);
    await query(database, `DELETE FROM archive_worker_runs WHERE worker_name = 'other'`);
  });

  it('shows the rights that are checked', () => {
    const [, head = '', ...rows] = /^(\| role \|.*\n)\|[ -|]*\n((?:\|.*\n)+)/m.exec(guide.text) ?? [];
    const cells = (row: string): string[] =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1);
    const [, ...tables] = cells(head).map((name) => (name === 'ledger' ? 'runs' : name));
    for (const row of rows.join('').trim().split('\n')) {
      const [role, ...rights] = cells(row);
      const shown = tables.map((table, index) => [table, rights[index]!.split(', ')] as const);
      const needed = shown.filter(([, list]) => list[0] !== '–');
      expect(Object.fromEntries(needed), role).to.deep.equal(NEEDED_PRIVILEGES[role as 'api']);
    }
    expect(rows.join('').trim().split('\n')).to.have.length(KINDS.length);
  });

  it('prints the rights of three roles, which are enough', async () => {
    await sql('roles.sql');
    for (const [index, { out, err }] of (await runBlock(2)).entries()) {
      expect(out, err).to.match(/^GRANT USAGE ON SCHEMA/);
      await query(database, out);
      await query(database, `ALTER ROLE "${database.name}_${KINDS[index]!}" PASSWORD 'of-a-test'`);
    }
  });

  for (const script of ['web.mjs', 'web-koa.mjs']) {
    it(`mounts the API with ${script}, and saves the schedule and asks for a run through it`, async () => {
      const port = await freePort();
      const web = start(script, 'api', { PORT: String(port), TOKEN: 'secret' });
      await web.waitForLine(/^listens$/, 30_000);
      await query(database, `UPDATE archive_worker_runs SET status = 'CANCELLED' WHERE status = 'QUEUED'`);
      const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' };
      for (const { method, path, body = null } of guide.requests) {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body });
        expect(answer.status, `${method} ${path}: ${await answer.clone().text()}`).to.be.below(300);
      }
      expect((await fetch(`http://127.0.0.1:${port}/api/workers`)).status).to.equal(401);
    });
  }

  it('runs what was asked for and what is due, and fills the columns of the archive', async () => {
    start('scheduler.mjs', 'scheduler', { DIRECT_URL: urlOf('scheduler') });
    const runner = start('runner.mjs', 'runner');
    await runner.waitForLine(/^thumbnails of new$/, 30_000);
    await waitForRow(
      database,
      `SELECT id FROM archive_worker_runs WHERE trigger = 'API' AND status = 'SUCCESS'`,
      [],
      30_000,
    );
    await query(database, `UPDATE worker_schedules SET next_run_at = now()`);
    await runner.waitForLine(/^thumbnails of all$/, 30_000);
    const done = `SELECT engine_name, duration_ms IS NOT NULL AS timed FROM archive_worker_runs
                   WHERE trigger = 'SCHEDULE' AND status = 'SUCCESS'`;
    expect(await waitForRow(database, done, [], 30_000)).to.deep.equal({ engine_name: 'sharp', timed: true });
  });

  it('is well, as status and doctor say', async () => {
    const [status, doctor] = await runBlock(3);
    expect(status!.out, status!.err)
      .to.match(/^Schedules +1 enabled/m)
      .and.match(/^Runners +alive for thumbnails$/m);
    expect(doctor!.code, doctor!.out).to.equal(0);
  });

  it('keeps the processes with files that stand in the guide', () => {
    for (const name of ['Procfile', 'archive-scheduler.service', 'compose.yaml']) {
      const scripts = [...file(name).matchAll(/(\w+\.mjs)/g)].map(([, script]) => script!);
      expect(scripts, name).to.not.deep.equal([]);
      for (const script of scripts) expect([...guide.files.keys()], name).to.include(script);
    }
  });

  it('ends each process when it is told to, and gives the ledger back', async () => {
    for (const one of processes) one.kill('SIGTERM');
    for (const one of processes)
      expect(await one.exited, one.errors.join('\n')).to.deep.equal({ code: 0, signal: null });
    const rows = await query(database, 'SELECT id, error, engine_name FROM archive_worker_runs ORDER BY id');
    const [ended] = await runBlock(4);
    expect(ended!.code, ended!.err).to.equal(0);
    expect(await query(database, LEDGER_COLUMNS)).to.deep.equal(ofTheHost);
    expect(await query(database, 'SELECT id, error, engine_name FROM archive_worker_runs ORDER BY id')).to.deep.equal(
      rows,
    );
  });
});
