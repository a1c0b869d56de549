import { expect } from 'chai';
import type { FieldFault } from '../../lib/errors.ts';
import { patchSchedule, saveSchedule } from '../../lib/schedules/save-schedule.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { catalogue, clearSchedules, errorOf, hourly, rowOf, save } from './schedules-fixture.ts';

function nested(levels: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}

const circle: Record<string, unknown> = {};
circle['self'] = circle;

describe('a schedule that cannot be', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => clearSchedules(database));
  after(() => database.drop());

  async function refusal(changes: object): Promise<{ code: string | undefined; paths: string[] }> {
    const input = { ...hourly, ...changes };
    const created = await errorOf(saveSchedule(database.knex, input, { catalogue }));
    expect(await query(database, 'SELECT 1 FROM worker_schedules')).to.deep.equal([]);
    const paths = (created.fields as FieldFault[]).map(({ path, message, code }) => {
      expect([message, code]).to.satisfy((texts: unknown[]) =>
        texts.every((text) => text !== '' && text !== undefined),
      );
      return path;
    });
    return { code: created.code, paths };
  }

  for (const cron of [
    '',
    'every day',
    '0 0 30 2 *',
    '* * * * * *',
    '61 * * * *',
    undefined,
    null,
    5,
    {},
    'a'.repeat(600),
  ]) {
    it(`is refused for the expression ${JSON.stringify([cron]).slice(0, 20)}`, async () => {
      expect(await refusal({ cron })).to.deep.include({ code: 'invalid_cron', paths: ['cron'] });
    });
  }

  for (const timezone of ['', 'PST', '+03:00', 'Mars/Olympus', 'Europe/Berlin\0', 5, {}]) {
    it(`is refused for the zone ${JSON.stringify(timezone)}`, async () => {
      expect(await refusal({ timezone })).to.deep.include({ code: 'invalid_timezone', paths: ['timezone'] });
    });
  }

  it('is refused when it is neither on nor off', async () => {
    expect(await refusal({ enabled: 'yes' })).to.deep.include({ code: 'invalid_schedule', paths: ['enabled'] });
  });

  it('is refused for a request that its schema refuses, with every path', async () => {
    const request = { model: 5, batch: 1.5 };
    expect(await refusal({ request })).to.deep.equal({
      code: 'invalid_request',
      paths: ['request.model', 'request.batch'],
    });
  });

  it('says every fault of every field at once', async () => {
    const everything = { cron: 'every day', timezone: 'PST', enabled: 1, request: {} };
    expect(await refusal(everything)).to.deep.equal({
      code: 'invalid_schedule',
      paths: ['cron', 'timezone', 'enabled', 'request.model'],
    });
  });

  for (const workerName of ['', '-', '.', '..', 'a/b', 'a\0b', '\ud800', 'x'.repeat(256), 'nobody', 'constructor']) {
    it(`is refused for the worker ${JSON.stringify(workerName.slice(0, 12))}`, async () => {
      expect(await refusal({ workerName })).to.deep.include({ code: 'unknown_worker', paths: ['worker_name'] });
    });
  }

  it('is refused for a zone by default that is none', async () => {
    const { timezone, ...zoneless } = hourly;
    const refused = await errorOf(saveSchedule(database.knex, zoneless, { catalogue, defaultTimezone: 'PST' }));
    expect([timezone, refused.code]).to.deep.equal(['UTC', 'invalid_timezone']);
  });

  for (const [what, request] of [
    ['NUL in a text', { a: 'x\0y' }],
    ['half a surrogate pair', { a: '\ud800' }],
    ['NUL in a key', { a: { 'x\0y': 1 } }],
    ['half a surrogate pair in a key', [{ '\udfff': 1 }]],
    ['an integer that is rounded', { a: 2 ** 53 }],
    ['no number', { a: Number.NaN }],
    ['a bigint', { a: 1n }],
    ['a function', () => 1],
    ['too many levels', nested(65)],
    ['itself', circle],
  ] as const) {
    it(`is refused for a request with ${what}, with or without a catalogue`, async () => {
      const anything = { workerName: 'any', cron: '@daily', request };
      const refused = await errorOf(saveSchedule(database.knex, anything));
      expect(refused).to.have.property('code', 'invalid_request');
      const [field] = refused.fields as FieldFault[];
      expect(field!.path).to.match(/^request/);
      expect((await refusal({ request })).code).to.equal('invalid_request');
    });
  }

  it('leaves a schedule that is there as it is', async () => {
    await save(database);
    const before = await rowOf(database);
    for (const changes of [
      { cron: 'every day' },
      { timezone: 'PST' },
      { request: {} },
      { enabled: null },
    ] as object[]) {
      const patch = { workerName: 'ner', changes };
      expect((await errorOf(patchSchedule(database.knex, patch, { catalogue }))).code).to.match(/^invalid_/);
    }
    expect(await rowOf(database)).to.deep.equal(before);
  });

  it('leaves the transaction of the host usable', async () => {
    await database.knex.transaction(async (trx) => {
      const bad = [{ workerName: 'a\0b' }, { cron: '' }, { timezone: 'PST' }, { request: { model: 'x\0' } }];
      for (const changes of bad) {
        const refused = await errorOf(saveSchedule(trx, { ...hourly, ...changes }, { catalogue }));
        expect(refused.code).to.match(/^(invalid_|unknown_worker)/);
      }
      for (const workerName of ['nobody', 'a\0b', '\ud800']) {
        const patch = { workerName, changes: { enabled: false } };
        expect((await errorOf(patchSchedule(trx, patch, { catalogue }))).code).to.equal('no_schedule');
      }
      await saveSchedule(trx, hourly, { catalogue });
    });
    expect((await rowOf(database))!['version']).to.equal(1);
  });
});
