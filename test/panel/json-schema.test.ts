import { expect } from 'chai';
import { z } from 'zod';
import { fieldOf, firstValue, fits, withMember } from '../../panel/editor/json-schema.ts';

const schema = z.toJSONSchema(
  z.object({
    folder: z.string().describe('Where'),
    depth: z.int().default(3),
    ratio: z.number().optional(),
    deep: z.boolean().optional(),
    format: z.enum(['csv', 'json']).optional(),
    tags: z.array(z.string()).optional(),
    inner: z.object({ a: z.string() }).optional(),
    either: z.union([z.string(), z.number()]).optional(),
    rows: z.array(z.object({ a: z.string() })).optional(),
  }),
  { io: 'input' },
);

describe('A form made of a JSON Schema', () => {
  const field = fieldOf(schema);

  it('has a field for each member, and raw JSON for what it cannot show', () => {
    const kinds = field.members.map(([name, { kind }]) => [name, kind]);
    expect(Object.fromEntries(kinds)).to.deep.equal({
      ...{ folder: 'text', depth: 'integer', ratio: 'number', deep: 'boolean', format: 'choice' },
      ...{ tags: 'list', inner: 'object', either: 'raw', rows: 'raw' },
    });
  });

  it('says what is required, what a member is for, and what is taken when it is left out', () => {
    const members = Object.fromEntries(field.members);
    expect(members['folder']).to.include({ isRequired: true, description: 'Where' });
    expect(members['depth']).to.include({ isRequired: false, otherwise: '3' });
  });

  it('begins with the members that must be there', () => {
    expect(firstValue(field)).to.deep.equal({ folder: '' });
    expect(firstValue(fieldOf(undefined))).to.deep.equal({});
  });

  it('is not used for a request of which it would lose something', () => {
    expect(fits(field, { folder: '/a', tags: ['x'], inner: { a: 'b' } })).to.equal(true);
    const lost = [7, null, [], { more: 1 }, { folder: 7 }, { tags: [1] }, { inner: { b: 1 } }, { depth: '3' }];
    for (const value of lost) expect(fits(field, value), JSON.stringify(value)).to.equal(false);
  });

  it('changes one member and leaves all others and their order', () => {
    const value = { a: 1, b: 2, c: 3 };
    expect(JSON.stringify(withMember(value, 'b', 9))).to.equal('{"a":1,"b":9,"c":3}');
    expect(JSON.stringify(withMember(value, 'b', undefined))).to.equal('{"a":1,"c":3}');
    expect(JSON.stringify(withMember(value, 'd', [null]))).to.equal('{"a":1,"b":2,"c":3,"d":[null]}');
    expect(JSON.stringify(withMember(undefined, 'a', 1))).to.equal('{"a":1}');
  });
});
