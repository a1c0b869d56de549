import { expect } from 'chai';
import type { RunJson } from '../../routes/client/index.ts';
import { type KnownRuns, withNewest, withOlder } from '../../panel/worker/known-runs.ts';

/** Runs of these ids, of which `id` is all that counts here. */
function runs(ids: readonly number[], cursor: string | null): KnownRuns {
  return { items: ids.map((id) => ({ id: String(id) }) as RunJson), next_cursor: cursor };
}

const shown = ({ items, next_cursor: cursor }: KnownRuns): unknown => [items.map(({ id }) => Number(id)), cursor];

describe('The runs that a page of the panel knows', () => {
  const known = withOlder(runs([9, 8, 7], '7'), '7', runs([6, 5, 4], '4'));

  it('are the newest page and what follows it', () => {
    expect(shown(known)).to.deep.equal([[9, 8, 7, 6, 5, 4], '4']);
    expect(shown(withOlder(known, '4', runs([3], null)))).to.deep.equal([[9, 8, 7, 6, 5, 4, 3], null]);
  });

  it('keep what a newer page has pushed out', () => {
    expect(shown(withNewest(known, runs([11, 10, 9], '9')))).to.deep.equal([[11, 10, 9, 8, 7, 6, 5, 4], '4']);
  });

  it('lose a run that the newest page has no more', () => {
    expect(shown(withNewest(known, runs([9, 7, 6], '6')))).to.deep.equal([[9, 7, 6, 5, 4], '4']);
    expect(shown(withNewest(known, runs([9], null)))).to.deep.equal([[9], null]);
  });

  it('begin anew where there would be a gap, and take no page that follows another one then', () => {
    const anew = withNewest(known, runs([22, 21, 20], '20'));
    expect(shown(anew)).to.deep.equal([[22, 21, 20], '20']);
    expect(withOlder(anew, '4', runs([3], null))).to.equal(anew);
  });

  it('stay what they are while nothing is new', () => {
    expect(shown(withNewest(known, runs([9, 8, 7], '7')))).to.deep.equal(shown(known));
    const newest = runs([9, 8, 7], '7');
    expect(withNewest(newest, newest)).to.equal(newest);
  });
});
