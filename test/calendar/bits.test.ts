import { expect } from 'chai';
import { highestBit, lowestBit } from '../../lib/calendar/bits.ts';

describe('bits', () => {
  it('finds the lowest set bit at or above a place, up to bit 31 and not beyond', () => {
    const places = [0, 3, 4, 31, 32, 40];
    expect(places.map((from) => lowestBit(0b1000 | (1 << 31), from))).to.deep.equal([3, 3, 31, 31, -1, -1]);
    expect(lowestBit(0, 0)).to.equal(-1);
  });

  it('finds the highest set bit at or below a place, and none below bit 0', () => {
    const places = [31, 30, 3, 2, 0, -1];
    expect(places.map((from) => highestBit(0b1001 | (1 << 31), from))).to.deep.equal([31, 3, 3, 0, 0, -1]);
    expect(highestBit(0, 31)).to.equal(-1);
  });
});
