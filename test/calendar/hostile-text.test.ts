import { expect } from 'chai';
import { nextInstant } from '../../lib/calendar/next-instant.ts';
import { parseCron } from '../../lib/calendar/parse-cron.ts';
import { previousInstant } from '../../lib/calendar/previous-instant.ts';
import { StepCounter } from '../../lib/calendar/step-counter.ts';
import { zoneFor } from '../../lib/calendar/zone-for.ts';
import { hasCode } from '../../lib/errors.ts';
import { hostileText } from './hostile-text.ts';
import { Random } from './random.ts';

const STRINGS = 200_000;
/** 41 Februaries from one fifth weekday of February to the next around 2100, looked at for each of a few stretches. */
const MOST_STEPS = 250;
const zones = ['UTC', 'America/New_York', 'Australia/Lord_Howe', 'America/Nuuk'];

describe('hostile strings', function () {
  this.timeout(300_000);

  it(`are each refused with invalid_cron, or answered within ${MOST_STEPS} steps (${STRINGS} of them)`, () => {
    const random = new Random(4);
    const seen = { refused: 0, answered: 0, steps: 0 };
    for (let index = 0; index < STRINGS; index += 1) {
      const steps = stepsFor(hostileText(random), random);
      seen[steps === null ? 'refused' : 'answered'] += 1;
      seen.steps = Math.max(seen.steps, steps ?? 0);
    }
    expect(seen.steps).to.be.within(41, MOST_STEPS);
    expect(seen.answered).to.be.greaterThan(STRINGS / 10);
    expect(seen.refused).to.be.greaterThan(STRINGS / 10);
  });
});

/** Steps to find the next and the previous occurrence of a text, or null when it is refused; other errors pass through. */
function stepsFor(text: string, random: Random): number | null {
  try {
    const expression = parseCron(text);
    const search = { expression, zone: zoneFor(random.pick(zones)), counter: new StepCounter() };
    const year = random.pick([2026, 2027, 2096]);
    const after = random.between(Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1));
    const next = nextInstant(search, after) ?? after;
    const previous = previousInstant(search, after) ?? Infinity;
    expect(previous <= after && after < next, text).to.equal(true);
    return search.counter.steps;
  } catch (error) {
    if (hasCode(error, 'invalid_cron')) {
      return null;
    }
    throw error;
  }
}
