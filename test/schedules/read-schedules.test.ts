import { expect } from 'chai';
import { resolveNames } from '../../lib/database/names.ts';
import { listFires } from '../../lib/schedules/list-fires.ts';
import { getSchedule, listSchedules } from '../../lib/schedules/read-schedule.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { clearSchedules, save } from './schedules-fixture.ts';

describe('reading schedules', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => clearSchedules(database));
  after(() => database.drop());

  it('finds one by its worker, and none by a name that no worker can have', async () => {
    const { schedule } = await save(database);
    expect(await getSchedule(database.knex, 'ner')).to.deep.equal(schedule);
    for (const workerName of ['ocr', 'NER', '', 'a\0b', '\ud800', "ner' OR '1'='1"]) {
      expect(await getSchedule(database.knex, workerName)).to.equal(undefined);
    }
  });

  it('leaves the transaction usable in which a name was asked for that cannot be', async () => {
    await database.knex.transaction(async (trx) => {
      expect(await getSchedule(trx, 'a\0b')).to.equal(undefined);
      expect(await listFires(trx, { workerName: 'a\0b' })).to.deep.equal([]);
      expect(await listSchedules(trx)).to.deep.equal([]);
    });
  });

  it('lists them by worker', async () => {
    expect(await listSchedules(database.knex)).to.deep.equal([]);
    const { schedule: ocr } = await save(database, { workerName: 'ocr', request: {} });
    const { schedule: ner } = await save(database);
    expect(await listSchedules(database.knex)).to.deep.equal([ner, ocr]);
  });
});

describe('listFires', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    await query(
      database,
      `INSERT INTO worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome, reason, run_id, coalesced_from, detail)
       SELECT 'ner', '2026-03-01T00:00:00Z'::timestamptz + n * interval '1 hour', '2026-03-20T00:00:00Z', 'failed',
              'config_failed', n::text, '2026-02-01T00:00:00.123456Z', 'ConfigError: no'
         FROM generate_series(1, 250) n`,
    );
    await query(
      database,
      `INSERT INTO worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome)
       VALUES ('ocr', '2026-03-01T00:00:00Z', '2026-03-01T00:00:01Z', 'enqueued')`,
    );
  });
  after(() => database.drop());

  const idsOf = async (filter: { limit?: number; before?: Date } = {}): Promise<(string | null)[]> =>
    (await listFires(database.knex, { workerName: 'ner', ...filter })).map((fire) => fire.runId);

  it('gives every member', async () => {
    expect((await listFires(database.knex, { workerName: 'ner', limit: 1 }))[0]).to.deep.equal({
      ...{ workerName: 'ner', outcome: 'failed', reason: 'config_failed', runId: '250', detail: 'ConfigError: no' },
      scheduledAt: new Date('2026-03-11T10:00:00Z'),
      decidedAt: new Date('2026-03-20T00:00:00Z'),
      coalescedFrom: new Date('2026-02-01T00:00:00.123Z'),
    });
  });

  it('gives the newest first, fifty unless asked otherwise', async () => {
    const ids = await idsOf();
    expect([ids.length, ids[0], ids[49]]).to.deep.equal([50, '250', '201']);
  });

  for (const [limit, length] of [
    [1, 1],
    [200, 200],
    [201, 200],
    [Number.POSITIVE_INFINITY, 200],
    [0, 1],
    [-5, 1],
    [2.7, 2],
    [Number.NaN, 1],
  ] as const) {
    it(`gives ${length} when asked for ${limit}`, async () => {
      expect(await idsOf({ limit })).to.have.length(length);
    });
  }

  it('goes on before an occurrence', async () => {
    expect(await idsOf({ limit: 2, before: new Date('2026-03-01T03:00:00Z') })).to.deep.equal(['2', '1']);
    expect(await idsOf({ before: new Date('2026-03-01T01:00:00Z') })).to.deep.equal([]);
  });

  it('gives the fires of one worker only', async () => {
    const [fire, ...others] = await listFires(database.knex, { workerName: 'ocr' });
    expect([fire!.outcome, fire!.runId, others]).to.deep.equal(['enqueued', null, []]);
  });

  it('reads along the primary key', async () => {
    const plan = await query(
      database,
      `EXPLAIN SELECT 1 FROM worker_schedule_fires f WHERE f.worker_name = 'ner' AND f.scheduled_at < 'infinity'
        ORDER BY f.scheduled_at DESC LIMIT 50`,
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).to.match(
      new RegExp(`Backward using "?${resolveNames().plain.fires}_pkey`),
    );
  });
});
