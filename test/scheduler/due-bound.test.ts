import { expect } from 'chai';
import { DueBound } from '../../lib/scheduler/due-bound.ts';

const NOON = '2026-03-01T12:00:00.000001+00:00';
const LATER = '2026-03-01T12:00:02.000002+00:00';

describe('the instant before which nothing is due', () => {
  let now: number;
  let bound: DueBound;

  beforeEach(() => {
    now = 0;
    bound = new DueBound(() => now);
  });

  /** A tick at the end of which everything is decided that was due at `at`. */
  function tickAt(at: string): string | null {
    const since = bound.begin();
    bound.allDecided(at);
    return since;
  }

  it('is not known to a new leader, and then is the last tick that left nothing', () => {
    expect([tickAt(NOON), tickAt(LATER), bound.begin(), bound.begin()]).to.deep.equal([null, NOON, LATER, LATER]);
  });

  it('is forgotten at an edit', () => {
    tickAt(NOON);
    bound.forget();
    expect([tickAt(LATER), bound.begin()]).to.deep.equal([null, LATER]);
  });

  it('is not learned from a tick during which an edit came, which it may not have seen', () => {
    bound.begin();
    bound.forget();
    bound.allDecided(NOON);
    expect(bound.begin()).to.equal(null);
  });

  it('holds for ten seconds, however many ticks there are, and then the whole past is looked at', () => {
    tickAt(NOON);
    for (now = 2000; now < 10_000; now += 2000) expect(tickAt(LATER)).to.not.equal(null);
    expect([tickAt(NOON), bound.begin()]).to.deep.equal([null, NOON]);
  });
});
