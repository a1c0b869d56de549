import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { query } from '../support/databases.ts';
import { forkScript } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';
import { startExample } from './example-host.ts';
import { describeHost } from './host-suite.ts';

const root = join(import.meta.dirname, '..', '..');
const upLines: Readonly<Record<string, RegExp>> = {
  web: /web +listens on/,
  scheduler: /scheduler +leads/,
  runner: /runner +waits for runs/,
};

describeHost(
  'express-host',
  (host) => host.pressCtrlC(),
  (database) => {
    it('changes nothing at a second start, and outlives lost sessions, a killed role and its own end', async () => {
      const versions = `select worker_name, version, created_at, request from worker_schedules order by 1`;
      const before = await query(database(), versions);
      const second = await startExample('express-host', database().url);
      expect(await query(database(), versions)).to.deep.equal(before);

      const sessions = `application_name like 'express-host %' or application_name like 'worker-schedules %'`;
      await query(
        database(),
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and (${sessions})`,
      );
      await waitFor(() => second.lines.filter((line) => /scheduler +leads/.test(line)).length === 2, {
        timeoutMs: 60_000,
      });
      expect(await second.clientOf('demo-operator').listWorkers()).to.include({ status: 200 });

      const killed = second.pidOf('runner');
      process.kill(killed, 'SIGKILL');
      await second.waitForLine(/the runner process has ended \(SIGKILL\)/);
      await second.waitForLine(new RegExp(`waits for runs \\(pid (?!${killed})`), 60_000);

      second.kill('SIGKILL');
      await second.allGone();
    });

    it('runs each role alone, as the Procfile starts it', async () => {
      const procfile = readFileSync(join(root, 'Procfile'), 'utf8');
      const commands = [...procfile.matchAll(/^\w+: node --import ts-blank-space\/register (\S+) (\w+)$/gm)];
      const started = commands.map(([, main = '', role = '']) => {
        const env = { DATABASE_URL: database().url, PORT: '0' };
        return { role, script: forkScript(join(root, main), { args: [role], env }) };
      });
      expect(started.map(({ role }) => role)).to.deep.equal(Object.keys(upLines));
      for (const { role, script } of started) await script.waitForLine(upLines[role] ?? /never/, 60_000);
      for (const { script } of started) script.kill('SIGTERM');
      for (const { script } of started) expect(await script.exited).to.deep.equal({ code: 0, signal: null });
    });
  },
);
