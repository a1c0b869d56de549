import { expect } from 'chai';
import { nextInstant } from '../../lib/calendar/next-instant.ts';
import { nextReading } from '../../lib/calendar/next-reading.ts';
import { parseCron } from '../../lib/calendar/parse-cron.ts';
import { previousInstant } from '../../lib/calendar/previous-instant.ts';
import { previousReading } from '../../lib/calendar/previous-reading.ts';
import { StepCounter } from '../../lib/calendar/step-counter.ts';
import { zoneFor } from '../../lib/calendar/zone-for.ts';

describe('StepCounter', () => {
  it('says that a search may go on for 5000 steps, and no longer', () => {
    const counter = new StepCounter();
    const answers = Array.from({ length: 5001 }, () => counter.step());
    expect(answers.indexOf(false)).to.equal(5000);
    expect(counter.steps).to.equal(5001);
  });

  it('counts each month that a search looks at, the one it starts in and those that the expression names', () => {
    const stepsOf = (walk: typeof nextReading, month: number) => {
      const counter = new StepCounter();
      walk(parseCron('0 0 31 1,2,3 *'), Date.UTC(2026, month - 1, 2), counter);
      return counter.steps;
    };
    expect([1, 2, 4, 12].map((month) => stepsOf(nextReading, month))).to.deep.equal([1, 2, 2, 2]);
    expect([1, 2, 4, 12].map((month) => stepsOf(previousReading, month))).to.deep.equal([2, 2, 2, 2]);
  });

  for (const kind of ['fixed-time', 'interval'] as const) {
    it(`ends a walk that finds nothing, forward and back (${kind})`, () => {
      const yearly = parseCron('0 0 1 1 *');
      const never = { ...yearly, kind, days: { ...yearly.days, daysOfMonth: 0 } };
      for (const walk of [nextInstant, previousInstant]) {
        const search = { expression: never, zone: zoneFor('UTC'), counter: new StepCounter() };
        expect(walk(search, 0)).to.equal(null);
        expect(search.counter.steps).to.be.within(5000, 5001);
      }
    });
  }
});
