import { expect } from 'chai';
import { storageFaults } from '../../lib/catalogue/storable-json.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';

function nested(levels: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

const proto: unknown = JSON.parse('{"__proto__": {"a": "x\\u0000"}}');

describe('storageFaults', () => {
  for (const [value, path] of [
    ['x\0y', 'request'],
    [{ a: 'x\0y' }, 'request.a'],
    [{ a: ['ok', '\ud800'] }, 'request.a.1'],
    [{ a: 'tail \udc00' }, 'request.a'],
    [proto, 'request.__proto__.a'],
    [{ n: 2 ** 53 }, 'request.n'],
    [{ n: -(2 ** 53) }, 'request.n'],
    [{ n: 1e300 }, 'request.n'],
    [{ n: Number.NaN }, 'request.n'],
    [{ n: Number.NEGATIVE_INFINITY }, 'request.n'],
    [{ n: 5n }, 'request.n'],
    [{ f: () => 1 }, 'request.f'],
    [Symbol('s'), 'request'],
    [nested(65), `request${'.0'.repeat(65)}`],
  ] as const) {
    it(`finds ${path.slice(0, 30)} in ${typeof value === 'object' ? Object.keys(value as object).join() : typeof value}`, () => {
      const faults = storageFaults(value, 'request');
      expect(faults.map((fault) => [fault.path, fault.code])).to.deep.equal([[path, 'not_storable']]);
      expect(faults[0]!.message).to.include(path);
    });
  }

  it('finds a key and writes it so that it can be shown', () => {
    expect(storageFaults({ a: { 'x\0y': 1, '\ud800': 2 } }, 'request').map(({ path }) => path)).to.deep.equal([
      ...['request.a."x\\u0000y"', 'request.a."\\ud800"'],
    ]);
  });

  it('finds every fault', () => {
    expect(storageFaults({ a: '\0', b: ['\ud800', 2 ** 60], c: { '\0': '\0' } }, 'request')).to.have.length(5);
  });

  it('ends at a value that contains itself', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(storageFaults(circle, 'request')).to.have.length(1);
  });
});

describe('a value without storage faults', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ migrated: false });
  });
  after(() => database.drop());

  for (const text of [
    'null',
    '[]',
    '{}',
    '"C:\\\\u0000dir"',
    '{"a":"\\ud83d\\ude42 \\u2028 \\\\ud800"}',
    '{"n":[9007199254740991,-9007199254740991,0.1,1.5e-300,-0.25]}',
    '{"__proto__":{"constructor":{"prototype":1}},"":{"":0}}',
    JSON.stringify(nested(64)),
  ]) {
    it(`comes back from jsonb as it was: ${text.slice(0, 50)}`, async () => {
      const value: unknown = JSON.parse(text);
      expect(storageFaults(value, 'request')).to.deep.equal([]);
      const [row] = await query<{ json: string }>(database, 'SELECT ?::jsonb::text AS json', [JSON.stringify(value)]);
      expect(JSON.parse(row!.json)).to.deep.equal(value);
    });
  }

  for (const text of ['{"a":"x\\u0000y"}', '{"a":"\\ud800"}', '{"x\\u0000y":1}']) {
    it(`would not have come in otherwise: ${text}`, async () => {
      expect(storageFaults(JSON.parse(text), 'request')).not.to.deep.equal([]);
      const refused = await query(database, 'SELECT ?::jsonb', [text]).catch((error: unknown) => error);
      expect(refused)
        .to.have.property('code')
        .that.matches(/^22P0[25]$/);
    });
  }
});
