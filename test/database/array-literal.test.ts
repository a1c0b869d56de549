import { expect } from 'chai';
import { arrayLiteral } from '../../lib/database/array-literal.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';

describe('an array of text for PostgreSQL', () => {
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase({ migrated: false });
  });

  after(() => database.drop());

  it('arrives as it was, whatever stands in it', async () => {
    const hard = ['', 'NULL', 'null', '{}', '{a,b}', '"', '\\', '\\"', "it's", ' a ', ',', '\n\t', 'ação 🕰️', '?', '$1'];
    const values = [...hard, null, ...hard.map((text) => `${text}${text}`), null];
    const [row] = await query<{ json: string }>(database, 'select array_to_json(?::text[])::text as json', [
      arrayLiteral(values),
    ]);
    expect(JSON.parse(row?.json ?? '')).to.deep.equal(values);
  });

  it('may be empty', async () => {
    const [row] = await query(database, 'select cardinality(?::text[]) as length', [arrayLiteral([])]);
    expect(row).to.deep.equal({ length: 0 });
  });
});
