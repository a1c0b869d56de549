import { expect } from 'chai';
import type { Knex } from 'knex';
import { findLedgerSequences, findMissingPrivileges, privilegeText } from '../../lib/database/check-privileges.ts';
import type { SchemaPart } from '../../lib/database/missing-pieces.ts';
import { grantStatements } from '../../lib/database/grant-statements.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { ledgerColumnsFor, NEEDED_PRIVILEGES } from '../../lib/database/needed-privileges.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { hostKnex } from '../support/host-knex.ts';
import { createTestRole, type TestRole } from '../support/roles.ts';
import { layOut, workAs } from './part-work.ts';

const names = resolveNames();
const parts = ['api', 'scheduler', 'runner'] as const;

describe('The rights of a role', () => {
  let database: TestDatabase;
  let role: TestRole;
  let knex: Knex;
  before(async () => {
    database = await createTestDatabase({ defaultNames: true });
    role = await createTestRole(database, 'app');
    // What every role may do by default is nothing that we need: a hardened server has taken it away.
    await query(database, 'REVOKE ALL ON SCHEMA public FROM PUBLIC');
    knex = hostKnex(role.url);
  });
  beforeEach(async () => {
    await query(database, `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM "${role.name}"`);
    await query(database, `REVOKE ALL ON SCHEMA public FROM "${role.name}"`);
    await layOut(database);
  });
  after(async () => {
    await knex.destroy();
    await database.drop();
    await role.drop();
  });

  async function grant(part: SchemaPart): Promise<void> {
    for (const statement of grantStatements(names, { role: role.name, parts: [part] }))
      await query(database, statement);
  }

  async function missing(part: SchemaPart, asked?: string): Promise<string[]> {
    const found = await findMissingPrivileges(asked === undefined ? knex : database.knex, names, {
      parts: [part],
      role: asked,
    });
    expect(found.role).to.equal(role.name);
    return found.missing.map(privilegeText);
  }

  const failure = (work: Promise<void>): Promise<string | undefined> =>
    work.then(
      () => undefined,
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    );

  for (const part of parts) {
    const needed = Object.entries(NEEDED_PRIVILEGES[part]).flatMap(([table, privileges]) =>
      privileges.map((privilege) => ({ privilege, table: names.plain[table as 'runs'] })),
    );

    it(`are all missing for the ${part} before anything is granted, and are named by table`, async () => {
      const expected = needed.map(({ privilege, table }) => `${privilege} on table ${table}`);
      expect(await missing(part)).to.have.members(['USAGE on schema public', ...expected]);
      expect(await missing(part, role.name)).to.have.members(['USAGE on schema public', ...expected]);
    });

    it(`are enough for all that the ${part} does once they are granted as printed`, async () => {
      await grant(part);
      expect(await missing(part)).to.deep.equal([]);
      expect(await failure(workAs[part](knex))).to.equal(undefined);
    });

    for (const { privilege, table } of needed) {
      it(`hold nothing that the ${part} could do without: ${privilege} on ${table}`, async () => {
        await grant(part);
        await query(database, `REVOKE ${privilege} ON ${table} FROM "${role.name}"`);
        expect(await missing(part)).to.deep.equal([`${privilege} on table ${table}`]);
        expect(await failure(workAs[part](knex))).to.equal('42501');
      });
    }

    it(`are enough for the ${part} when they are given for our columns of the ledger alone`, async () => {
      await grant(part);
      await query(database, `REVOKE ALL ON worker_runs FROM "${role.name}"`);
      for (const privilege of NEEDED_PRIVILEGES[part].runs ?? []) {
        const columns = ledgerColumnsFor(part, privilege).map((column) => names.run[column]);
        await query(database, `GRANT ${privilege} (${columns.join(', ')}) ON worker_runs TO "${role.name}"`);
      }
      expect(await missing(part)).to.deep.equal([]);
      expect(await failure(workAs[part](knex))).to.equal(undefined);
    });
  }

  it('lack what one column lacks', async () => {
    await grant('runner');
    await query(database, `REVOKE UPDATE ON worker_runs FROM "${role.name}"`);
    await query(database, `GRANT UPDATE (status, started_at) ON worker_runs TO "${role.name}"`);
    expect(await missing('runner')).to.deep.equal(['UPDATE on table worker_runs']);
  });

  it('come also by way of a group', async () => {
    const group = await createTestRole(database, 'group');
    await query(database, `GRANT "${group.name}" TO "${role.name}"`);
    for (const statement of grantStatements(names, { role: group.name, parts })) await query(database, statement);
    for (const part of parts) expect(await missing(part)).to.deep.equal([]);
    await query(database, `DROP OWNED BY "${group.name}"`);
    await group.drop();
  });

  it('hold the sequence of a ledger that counts with one, for those who insert', async () => {
    await query(database, 'CREATE SEQUENCE counter');
    await query(database, 'ALTER TABLE worker_runs ALTER id DROP IDENTITY');
    await query(database, `ALTER TABLE worker_runs ALTER id SET DEFAULT nextval('counter')`);
    for (const part of parts) {
      await grant(part);
      expect(await missing(part)).to.deep.equal(part === 'runner' ? [] : ['USAGE on sequence counter']);
    }
    expect(await failure(workAs.api(knex))).to.equal('42501');
    const withSequence = {
      role: role.name,
      parts: ['api'] as const,
      sequences: await findLedgerSequences(knex, names),
    };
    for (const statement of grantStatements(names, withSequence)) await query(database, statement);
    expect(await missing('api')).to.deep.equal([]);
    await layOut(database);
    expect(await failure(workAs.api(knex))).to.equal(undefined);
  });

  it('cannot be those of a role that is not there', async () => {
    const asked = findMissingPrivileges(database.knex, names, { parts: ['api'], role: 'nobody-of-this-name' });
    expect(await failure(asked.then(() => undefined))).to.equal('42704');
  });
});
