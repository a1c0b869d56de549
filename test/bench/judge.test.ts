import { expect } from 'chai';
import { collapsedIn, isBeyond, reachedOf, targetWords, verdictOf } from '../../bench/report/judge.ts';
import type { Row, Target } from '../../bench/report/row.ts';

const atMost: Target = { limit: 'at most', value: 1.5, beside: 'limit' };
const atLeast: Target = { limit: 'at least', value: 15, beside: 'peer' };

function row(better: Row['better'], values: Readonly<Record<string, number>>, targets: readonly Target[] = []): Row {
  const all = Object.entries(values).map(([contender, value]) => ({ contender, value }));
  return { what: 'all done', unit: 'ms', better, values: all, targets };
}

describe('the judgement of a row', () => {
  it('says how many times as long as the limit we take, where less is better', () => {
    expect(reachedOf(row('less', { ours: 180, limit: 120 }), atMost)).to.equal(1.5);
  });

  it('says how many times as long as we a peer takes, where less is better', () => {
    expect(reachedOf(row('less', { ours: 200, peer: 6500 }), atLeast)).to.equal(32.5);
  });

  it('says how many times as much as a peer we manage, where more is better', () => {
    expect(reachedOf(row('more', { ours: 3000, peer: 200 }), atLeast)).to.equal(15);
  });

  it('says how many times as much as we the limit manages, where more is better', () => {
    expect(reachedOf(row('more', { ours: 100, limit: 150 }), atMost)).to.equal(1.5);
  });

  it('holds our own value against a target without a contender', () => {
    expect(reachedOf(row('less', { ours: 4, peer: 80 }), { limit: 'at most', value: 5 })).to.equal(4);
  });

  const cases: readonly (readonly [ours: number, target: Target, verdict: string])[] = [
    [150, { limit: 'at most', value: 1.5, beside: 'other' }, 'reached'],
    [151, { limit: 'at most', value: 1.5, beside: 'other' }, 'short'],
    [450, { limit: 'at most', value: 1.5, beside: 'other' }, 'short'],
    [451, { limit: 'at most', value: 1.5, beside: 'other' }, 'collapsed'],
    [20, { limit: 'at least', value: 5, beside: 'other' }, 'reached'],
    [21, { limit: 'at least', value: 5, beside: 'other' }, 'short'],
    [60, { limit: 'at least', value: 5, beside: 'other' }, 'short'],
    [61, { limit: 'at least', value: 5, beside: 'other' }, 'collapsed'],
    [10, { limit: 'at most', value: 10 }, 'reached'],
    [31, { limit: 'at most', value: 10 }, 'collapsed'],
  ];
  for (const [ours, target, verdict] of cases) {
    it(`finds ${ours} beside 100 ${verdict} when asked for ${targetWords(row('less', {}), target)}`, () => {
      expect(verdictOf(row('less', { ours, other: 100 }), target)).to.equal(verdict);
    });
  }

  it('counts a value that is missing as collapsed', () => {
    expect(verdictOf(row('less', { ours: 100 }), atLeast)).to.equal('collapsed');
    expect(verdictOf(row('less', {}), { limit: 'at most', value: 10 })).to.equal('collapsed');
  });

  it('names what has collapsed, and nothing else', () => {
    const rows = [row('less', { ours: 10, peer: 40 }, [atLeast]), row('less', { ours: 10, peer: 60 }, [atLeast])];
    expect(collapsedIn(rows)).to.deep.equal(['all done: at least 15 x peer, but 4.00']);
  });

  it('knows that the ratio to a contender that was given up is greater still', () => {
    const values = [
      { contender: 'ours', value: 1 },
      { contender: 'peer', value: 300, isMoreThan: true },
    ];
    const given: Row = { what: 'all done', unit: 'ms', better: 'less', values, targets: [atLeast] };
    expect([isBeyond(given, atLeast), isBeyond(given, { limit: 'at most', value: 1 })]).to.deep.equal([true, false]);
  });
});
