import { expect } from 'chai';
import type { Knex } from 'knex';
import { execute, readRow, readRows, toDate } from '../../lib/database/read-rows.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { ForeignInstant, ForeignJson, hostKnex } from '../support/host-knex.ts';

const sql = `SELECT json_build_object('run_id', 9007199254740993::bigint::text, 'at', '2026-03-01T10:00:00.123456Z'::timestamptz,
  'request', '{"some_key": [1, {"other_key": null}]}'::jsonb, 'none', NULL)::text AS json`;

const expected = {
  ...{ run_id: '9007199254740993', request: { some_key: [1, { other_key: null }] }, none: null },
};

describe('readRows', () => {
  let database: TestDatabase;
  const flavour = process.env['TEST_HOST_FLAVOUR'];
  before(async () => {
    database = await createTestDatabase({ migrated: false });
  });
  afterEach(() => {
    if (flavour === undefined) delete process.env['TEST_HOST_FLAVOUR'];
    else process.env['TEST_HOST_FLAVOUR'] = flavour;
  });
  after(() => database.drop());

  async function withHost(
    name: string,
    work: (knex: Knex) => Promise<void>,
    overrides: Knex.Config = {},
  ): Promise<void> {
    process.env['TEST_HOST_FLAVOUR'] = name;
    const knex = hostKnex(database.url, { pool: { min: 0, max: 2 }, ...overrides });
    try {
      await work(knex);
    } finally {
      await knex.destroy();
    }
  }

  for (const name of ['plain', 'mapped']) {
    it(`reads the same from a ${name} host, in and out of a transaction`, async () => {
      await withHost(name, async (knex) => {
        for (const row of [
          await readRow<object>(knex, sql),
          await knex.transaction((trx) => readRow<object>(trx, sql)),
        ]) {
          const { at, ...others } = row as { at: string };
          expect(others).to.deep.equal(expected);
          expect(at).to.include(':00.123456');
          expect(toDate(at)).to.deep.equal(new Date('2026-03-01T10:00:00.123Z'));
        }
      });
    });
  }

  it('is needed: a mapped host changes what any other column becomes', async () => {
    await withHost('mapped', async (knex) => {
      const { rows } = await knex.raw<{ rows: Record<string, unknown>[] }>(
        `SELECT 1::bigint AS run_id, now() AS queued_at, '{}'::jsonb AS request`,
      );
      expect(rows[0]).to.have.all.keys('runId', 'queuedAt', 'request');
      expect(rows[0]!['runId']).to.equal(1n);
      expect(rows[0]!['queuedAt']).to.be.instanceOf(ForeignInstant);
      expect(rows[0]!['request']).to.be.instanceOf(ForeignJson);
    });
  });

  it('reads from a host whose mapper gives the rows alone', async () => {
    const postProcessResponse = (result: unknown): unknown => (result as { rows?: unknown }).rows ?? result;
    await withHost(
      'plain',
      async (knex) => {
        expect(await readRows(knex, `SELECT '1' AS json UNION ALL SELECT '2'`)).to.deep.equal([1, 2]);
      },
      { postProcessResponse },
    );
  });

  it('gives nothing, one or all of the rows in their order', async () => {
    const numbers = `SELECT n::text AS json FROM generate_series(1, ?) n ORDER BY n`;
    expect(await readRows(database.knex, numbers, [0])).to.deep.equal([]);
    expect(await readRow(database.knex, numbers, [0])).to.equal(undefined);
    expect(await readRow(database.knex, numbers, [3])).to.equal(1);
    expect(await readRows(database.knex, numbers, [3])).to.deep.equal([1, 2, 3]);
  });

  it('gives the database’s own error for a statement that fails', async () => {
    const failed = await execute(database.knex, 'SELECT 1 / ?::int', [0]).catch((error: unknown) => error);
    expect(failed).to.have.property('code', '22012');
  });

  it('leaves null what is no instant', () => {
    expect(toDate(null)).to.equal(null);
  });
});
