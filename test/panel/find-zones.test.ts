import { expect } from 'chai';
import { findZones } from '../../panel/editor/find-zones.ts';

const names = (search: string): string[] => findZones(search).map(({ name }) => name);

describe('The search of zones', () => {
  it('finds a place by its beginning, whatever its accents, case and blanks', () => {
    expect(names('são p')[0]).to.equal('America/Sao_Paulo');
    expect(names('NEW york')[0]).to.equal('America/New_York');
    expect(names('utc')[0]).to.equal('UTC');
  });

  it('finds aliases, and says what else they are called', () => {
    expect(names('kolkata')).to.deep.equal(['Asia/Kolkata']);
    expect(names('calcutta')).to.deep.equal(['Asia/Calcutta']);
    const also = [...findZones('kolkata'), ...findZones('calcutta')].map((zone) => zone.also);
    expect(also.filter((name) => name !== undefined)).to.have.length(1);
    expect(names('brazil/east')).to.deep.equal(['Brazil/East']);
  });

  it('finds nothing for what is no zone', () => {
    expect(names('nowhere at all')).to.deep.equal([]);
  });
});
