import { expect } from 'chai';
import { MAX_ATTEMPTS, retryDelaySeconds } from '../../lib/ledger/retry-policy.ts';

describe('the retry policy', () => {
  const expected: readonly (readonly [number, number, number, number])[] = [
    [1, 48, 60, 72],
    [2, 96, 120, 144],
    [3, 192, 240, 288],
    [4, 384, 480, 576],
    [5, 768, 960, 1152],
    [6, 1440, 1800, 1800],
    [7, 1440, 1800, 1800],
    [8, 1440, 1800, 1800],
  ];

  for (const [attempt, low, middle, high] of expected) {
    it(`waits ${low}, ${middle} and ${high} s after attempt ${attempt} with the random source at 0, 0.5 and 1`, () => {
      expect(retryDelaySeconds(attempt, 0)).to.be.closeTo(low, 1e-9);
      expect(retryDelaySeconds(attempt, 0.5)).to.be.closeTo(middle, 1e-9);
      expect(retryDelaySeconds(attempt, 1)).to.be.closeTo(high, 1e-9);
    });
  }

  it('never waits longer than half an hour, however often it failed', () => {
    expect(retryDelaySeconds(1000, 1)).to.equal(1800);
  });

  it('makes three attempts in all', () => {
    expect(MAX_ATTEMPTS).to.equal(3);
  });
});
