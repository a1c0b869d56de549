import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { findPostmaster } from '../../examples/embedded-postgres/cluster.ts';
import { waitFor } from '../support/wait-for.ts';
import { forkScript } from '../support/processes.ts';
import { ask, type Holder, serverUnderTest } from './server.ts';

describe('the embedded server and its holders', function () {
  // Every holder is a Node of its own, which is slow to start on a busy machine.
  this.timeout(90_000);
  const under = serverUnderTest();
  after(() => under.remove());

  it('of two processes that start at once one launches the server, and the other attaches', async () => {
    const holders = await Promise.all([under.hold(), under.hold()]);
    expect(new Set(holders.map(({ url }) => url)).size).to.equal(1);
    expect(holders.filter(({ attached }) => !attached)).to.have.lengthOf(1);
    await end(holders);
  });

  it('is gone after its only holder was killed', async () => {
    const only = await under.hold();
    await ask(only.url, 'create table before_the_kill ()');
    await end([only]);
    expect(under.postmaster()).to.equal(undefined);
  });

  it('serves the second holder when the one that launched it was killed, and is gone after both', async () => {
    const first = await under.hold();
    const second = await under.hold();
    expect(second).to.include({ attached: true, url: first.url });
    first.script.kill('SIGKILL');
    await first.script.exited;
    const third = await under.hold();
    expect(third.url).to.equal(second.url);
    await ask(second.url, 'select * from before_the_kill');
    await end([second, third]);
  });

  it('is served by a command that prints its address, until that is asked to end', async () => {
    const command = new URL('../../examples/embedded-postgres/main.ts', import.meta.url);
    const script = forkScript(command, { args: [under.dataDirectory] });
    const line = await script.waitForLine(/^DATABASE_URL=/, 30_000);
    expect(await ask(line.replace('DATABASE_URL=', ''), 'select 7 as answer')).to.deep.equal([{ answer: 7 }]);
    script.kill('SIGTERM');
    expect(await script.exited).to.deep.equal({ code: 0, signal: null });
    expect(under.postmaster()).to.equal(undefined);
  });

  it('recovers at the next start when it was killed itself', async () => {
    const holder = await under.hold();
    await ask(holder.url, 'create table committed as select 7 as answer');
    process.kill(under.postmaster()!.pid, 'SIGKILL');
    const next = await under.hold();
    expect(next.attached).to.equal(false);
    expect(await ask(next.url, 'select answer from committed')).to.deep.equal([{ answer: 7 }]);
    await end([holder, next]);
  });

  it('starts although another process has the pid that a killed server left in postmaster.pid', async function () {
    if (process.platform !== 'linux') return this.skip();
    const pidFile = join(under.cluster, 'postmaster.pid');
    const holder = await under.hold();
    const text = readFileSync(pidFile, 'utf8');
    await end([holder]);
    writeFileSync(pidFile, text.replace(/^\d+/, String(process.pid)));
    const next = await under.hold();
    expect(next.attached).to.equal(false);
    await end([next]);
  });

  it('outlives Ctrl-C until the application has drained', async () => {
    const holder = await under.hold({ detached: true });
    process.kill(-holder.script.pid, 'SIGINT');
    const { drained } = await holder.script.waitForMessage<{ drained?: unknown }>((message) => 'drained' in message);
    expect(drained).to.equal(true);
    expect(await holder.script.exited).to.deep.equal({ code: 0, signal: null });
    expect(under.postmaster()).to.equal(undefined);
  });

  it('drops from root to an existing account where there are no user namespaces', async function () {
    if (process.getuid?.() !== 0) return this.skip();
    const dropped = serverUnderTest();
    const holder = await dropped.hold({ env: { PATH: pathWithoutUnshare(dropped.dataDirectory) } });
    const [row] = await ask(holder.url, `select setting from pg_settings where name = 'data_directory'`);
    const place = String(row?.['setting']);
    expect(statSync(place).uid).not.to.equal(0);
    expect(place).to.match(/^\/var\/tmp\/worker-schedules-/);
    holder.script.kill('SIGKILL');
    await waitFor(() => findPostmaster(place) === undefined);
    for (const path of [dropped.dataDirectory, join(place, '..')]) rmSync(path, { recursive: true, force: true });
  });

  async function end(holders: readonly Holder[]): Promise<void> {
    for (const { script } of holders) script.kill('SIGKILL');
    await under.ended();
  }
});

/** A PATH with the one program that the launcher needs, and without `unshare`. */
function pathWithoutUnshare(directory: string): string {
  const mkfifo = execFileSync('sh', ['-c', 'command -v mkfifo'], { encoding: 'utf8' }).trim();
  symlinkSync(mkfifo, join(directory, 'mkfifo'));
  return directory;
}
