import { join } from 'node:path';
import { expect } from 'chai';
import { sweep as sweepOnce } from '../ledger/sweep.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { advanceClock, shiftClock } from '../support/fake-clock.ts';
import { forkScript, type TestProcess } from '../support/processes.ts';
import { waitForRow } from '../support/wait-for.ts';
import { clearRuns, insertScheduled, rowOf } from '../ledger/ledger-fixture.ts';

interface Message {
  readonly started?: string;
  readonly working?: string;
  readonly stopped?: boolean;
  readonly event?: string;
  readonly runId?: string;
}

describe('a process that runs', () => {
  let database: TestDatabase;
  const processes: TestProcess[] = [];
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  beforeEach(async () => {
    await clearRuns(database);
    await query(database, 'DELETE FROM worker_runners');
    await shiftClock(database.plain, '0 seconds');
  });
  afterEach(async () => {
    for (const process of processes.splice(0)) {
      process.kill();
      await process.exited;
    }
  });
  after(() => database.drop());

  async function forkRunner(env: Readonly<Record<string, string>> = {}): Promise<TestProcess> {
    const process = forkScript(join(import.meta.dirname, 'runner-script.ts'), {
      env: { DATABASE_URL: database.url, ...env },
    });
    processes.push(process);
    await process.waitForMessage<Message>((message) => message.started !== undefined);
    return process;
  }

  const sweep = (): Promise<unknown> => sweepOnce(database.plain);
  const works = (process: TestProcess, id: string): Promise<Message> =>
    process.waitForMessage<Message>((message) => message.working === id);
  const says = (process: TestProcess, event: string): Promise<Message> =>
    process.waitForMessage<Message>((message) => message.event === event);

  it('and is killed leaves a run that ends INTERRUPTED with its lease, and frees the slot', async () => {
    const killed = await forkRunner();
    const id = await insertScheduled(database, { workerName: 'walk' });
    await works(killed, id);
    killed.kill('SIGKILL');
    await killed.exited;
    await sweep();
    expect((await rowOf(database, id))['status']).to.equal('RUNNING');
    await advanceClock(database.plain, '31 seconds');
    await sweep();
    expect((await rowOf(database, id))['status']).to.equal('INTERRUPTED');
    const heir = await forkRunner();
    const retry = await insertScheduled(database, { workerName: 'walk' });
    await works(heir, retry);
    heir.send({ say: 'finish' });
    await says(heir, 'succeeded');
    expect((await rowOf(database, retry))['status']).to.equal('SUCCESS');
  });

  it('and is killed stays announced until its announcement is over', async () => {
    const killed = await forkRunner();
    killed.kill('SIGKILL');
    await killed.exited;
    expect(await query(database, 'SELECT 1 FROM worker_runners WHERE pid = ?', [killed.pid])).to.have.length(1);
    await advanceClock(database.plain, '31 seconds');
    const heir = await forkRunner();
    const rows = await query<{ pid: number }>(database, 'SELECT pid FROM worker_runners');
    expect(rows.map((row) => row.pid)).to.deep.equal([heir.pid]);
  });

  it('and is frozen beyond its lease wakes up, loses its run and harms nobody', async () => {
    const frozen = await forkRunner({ LEASE_SECONDS: '1' });
    const id = await insertScheduled(database, { workerName: 'walk' });
    await works(frozen, id);
    frozen.kill('SIGSTOP');
    await advanceClock(database.plain, '60 seconds');
    await sweep();
    const other = await forkRunner();
    const retry = await insertScheduled(database, { workerName: 'walk' });
    await works(other, retry);
    const before = [await rowOf(database, id), (await rowOf(database, retry))['lease_token']];
    frozen.kill('SIGCONT');
    await says(frozen, 'lease-lost');
    frozen.send({ say: 'finish' });
    await says(frozen, 'outcome-dropped');
    expect([await rowOf(database, id), (await rowOf(database, retry))['lease_token']]).to.deep.equal(before);
    expect(before[0]).to.include({ status: 'INTERRUPTED' });
    other.send({ say: 'finish' });
    expect((await says(other, 'succeeded')).runId).to.equal(retry);
  });

  it('ends by itself after stop() and knex.destroy(), also with work that ignores its signal', async () => {
    for (const OBEDIENT of ['yes', 'no']) {
      const process = await forkRunner({ OBEDIENT });
      const id = await insertScheduled(database, { workerName: 'walk' });
      await works(process, id);
      process.send({ say: 'stop' });
      await process.waitForMessage<Message>((message) => message.stopped === true);
      const stoppedAt = performance.now();
      expect(await process.exited).to.deep.equal({ code: 0, signal: null });
      expect(performance.now() - stoppedAt).to.be.below(5000);
      expect(await rowOf(database, id)).to.include({ status: 'INTERRUPTED' });
      expect(process.errors.join('\n')).to.equal('');
    }
  });

  it('survives that every session of it is terminated in the middle of its work', async () => {
    const process = await forkRunner();
    const id = await insertScheduled(database, { workerName: 'walk' });
    await works(process, id);
    const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    for (let round = 0; round < 5; round += 1) await query(database, kill).catch(() => undefined);
    process.send({ say: 'finish' });
    expect((await says(process, 'succeeded')).runId).to.equal(id);
    await waitForRow(database, `SELECT 1 FROM worker_runs WHERE id = ? AND status = 'SUCCESS'`, [id]);
  });
});
