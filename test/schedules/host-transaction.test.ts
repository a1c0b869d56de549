import { expect } from 'chai';
import type { Knex } from 'knex';
import { Client } from 'pg';
import { resolveNames } from '../../lib/database/names.ts';
import { deleteSchedule } from '../../lib/schedules/delete-schedule.ts';
import { pauseSchedule, resumeSchedule } from '../../lib/schedules/switch-schedule.ts';
import { saveSchedule } from '../../lib/schedules/save-schedule.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { hostKnex } from '../support/host-knex.ts';
import { waitFor } from '../support/wait-for.ts';
import { catalogue, clearSchedules, errorOf, fires, holdRow, hourly, rowOf, save } from './schedules-fixture.ts';

describe("schedules in the host's transaction", () => {
  let database: TestDatabase;
  let listener: Client;
  const heard: string[] = [];
  before(async () => {
    database = await createTestDatabase();
    listener = new Client({ connectionString: database.url });
    await listener.connect();
    listener.on('notification', ({ channel }) => heard.push(channel));
    await listener.query(`LISTEN ${resolveNames().channels.scheduler}`);
    await listener.query('LISTEN the_end');
  });
  beforeEach(async () => {
    await clearSchedules(database);
    // What the test before committed may still be under way to the listener.
    await heardUntilNow();
  });
  after(async () => {
    await listener.end();
    await database.drop();
  });

  /** What was heard so far: notifications come in the order of the commits, so one of our own marks the end. */
  async function heardUntilNow(): Promise<string[]> {
    await query(database, 'NOTIFY the_end');
    await waitFor(() => heard.includes('the_end'), { what: 'the notification that marks the end' });
    return heard.splice(0).filter((channel) => channel !== 'the_end');
  }

  async function lockTimeout(trx: Knex): Promise<unknown> {
    const { rows } = await trx.raw<{ rows: object[] }>('SHOW lock_timeout');
    return Object.values(rows[0]!)[0];
  }

  it('appear with its commit, and wake the scheduler once', async () => {
    await database.knex.transaction(async (trx) => {
      await saveSchedule(trx, hourly, { catalogue });
      await saveSchedule(trx, { ...hourly, workerName: 'ocr', request: {} }, { catalogue });
      await pauseSchedule(trx, { workerName: 'ocr' });
      expect(await rowOf(database)).to.equal(undefined);
      expect(await heardUntilNow()).to.deep.equal([]);
    });
    expect(await rowOf(database)).to.include({ version: 1 });
    expect(await heardUntilNow()).to.deep.equal([resolveNames().channels.scheduler]);
  });

  it('leave nothing behind when it is rolled back, and nobody is woken', async () => {
    await save(database, { workerName: 'ocr', request: {} });
    await query(database, `UPDATE worker_schedules SET next_run_at = '2020-01-01T00:00:00Z'`);
    const before = await rowOf(database, 'ocr');
    await heardUntilNow();
    const failure = await errorOf(
      database.knex.transaction(async (trx) => {
        await saveSchedule(trx, hourly, { catalogue });
        await deleteSchedule(trx, { workerName: 'ocr' });
        throw new Error('changed my mind');
      }),
    );
    expect(failure.message).to.equal('changed my mind');
    expect([await rowOf(database), await fires(database), await heardUntilNow()]).to.deep.equal([undefined, [], []]);
    expect(await rowOf(database, 'ocr')).to.deep.equal(before);
  });

  it('go with a savepoint that is rolled back, and the rest stays', async () => {
    await database.knex.transaction(async (trx) => {
      await saveSchedule(trx, hourly, { catalogue });
      const inner = trx.transaction(async (savepoint) => {
        await deleteSchedule(savepoint, { workerName: 'ner' });
        throw new Error('changed my mind');
      });
      expect((await errorOf(inner)).message).to.equal('changed my mind');
    });
    expect(await rowOf(database)).to.include({ version: 1 });
  });

  it('wake the scheduler for every kind of edit, and for nothing that is identical', async () => {
    const edits = [
      () => save(database),
      () => save(database, { request: { model: 'large' } }),
      () => pauseSchedule(database.knex, { workerName: 'ner' }),
      () => resumeSchedule(database.knex, { workerName: 'ner' }),
      () => deleteSchedule(database.knex, { workerName: 'ner' }),
    ];
    for (const edit of edits) {
      await edit();
      expect(await heardUntilNow()).to.have.length(1);
    }
    await save(database);
    await heardUntilNow();
    await save(database);
    await resumeSchedule(database.knex, { workerName: 'ner' });
    await deleteSchedule(database.knex, { workerName: 'nobody' });
    expect(await heardUntilNow()).to.deep.equal([]);
  });

  it('give its lock time-out back, after success and after a refusal', async () => {
    await database.knex.transaction(async (trx) => {
      await trx.raw(`SET LOCAL lock_timeout = '123ms'`);
      await saveSchedule(trx, hourly, { catalogue });
      expect(await lockTimeout(trx)).to.equal('123ms');
      expect((await errorOf(pauseSchedule(trx, { workerName: 'nobody' }))).code).to.equal('no_schedule');
      expect(await lockTimeout(trx)).to.equal('123ms');
      await deleteSchedule(trx, { workerName: 'ner' });
      expect(await lockTimeout(trx)).to.equal('123ms');
    });
  });

  it("leave the session's lock time-out alone after the commit", async () => {
    const one = hostKnex(database.url, { pool: { min: 1, max: 1 } });
    await one.transaction(async (trx) => {
      await trx.raw(`SET lock_timeout = '4s'`);
      await saveSchedule(trx, hourly, { catalogue });
    });
    await saveSchedule(one, { ...hourly, cron: '@daily' }, { catalogue });
    expect(await lockTimeout(one)).to.equal('4s');
    await one.destroy();
  });

  it('give way after two seconds to who holds the row, and say so; the transaction goes on', async () => {
    await save(database);
    const holder = await holdRow(database);
    await database.knex.transaction(async (trx) => {
      await saveSchedule(trx, { ...hourly, workerName: 'ocr', request: {} }, { catalogue });
      expect((await errorOf(pauseSchedule(trx, { workerName: 'ner' }))).code).to.equal('slot_contended');
      expect(await lockTimeout(trx)).to.equal('0');
      await pauseSchedule(trx, { workerName: 'ocr' });
    });
    await holder.commit();
    expect(await rowOf(database)).to.include({ enabled: true, version: 1 });
    expect(await rowOf(database, 'ocr')).to.include({ enabled: false, version: 2 });
  });

  it("wait no longer than the host's own lock time-out", async () => {
    await save(database);
    const holder = await holdRow(database);
    await database.knex.transaction(async (trx) => {
      await trx.raw(`SET LOCAL lock_timeout = '50ms'`);
      const began = performance.now();
      expect((await errorOf(pauseSchedule(trx, { workerName: 'ner' }))).code).to.equal('slot_contended');
      expect(performance.now() - began).to.be.below(1500);
    });
    await holder.commit();
  });

  it('pass a serialization failure on to a host that asked for a stricter isolation', async () => {
    await save(database);
    const strict = database.knex.transaction(
      async (trx) => {
        await trx.raw('SELECT 1 FROM worker_schedules');
        await save(database, { request: { model: 'large' } });
        await pauseSchedule(trx, { workerName: 'ner' });
      },
      { isolationLevel: 'repeatable read' },
    );
    expect((await errorOf(strict)).code).to.equal('40001');
    expect(await rowOf(database)).to.include({ enabled: true, version: 2 });
  });

  it('pass a serialization failure on when a stricter host creates what another has created', async () => {
    const strict = database.knex.transaction(
      async (trx) => {
        await trx.raw('SELECT 1 FROM worker_schedules');
        await save(database);
        await saveSchedule(trx, hourly, { catalogue });
      },
      { isolationLevel: 'repeatable read' },
    );
    expect((await errorOf(strict)).code).to.equal('40001');
    expect(await rowOf(database)).to.include({ version: 1 });
  });
});
