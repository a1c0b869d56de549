import { expect } from 'chai';
import { BoundedCache } from '../../lib/calendar/bounded-cache.ts';
import { nextInstant } from '../../lib/calendar/next-instant.ts';
import { parseCron } from '../../lib/calendar/parse-cron.ts';
import { StepCounter } from '../../lib/calendar/step-counter.ts';
import { zoneDataVersion } from '../../lib/calendar/zone-data-version.ts';
import { zoneFor } from '../../lib/calendar/zone-for.ts';
import { ZoneTable } from '../../lib/calendar/zone-table.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('ZoneTable', () => {
  it('finds changes to the second, also two that cancel each other four days later', () => {
    const on = Date.UTC(1939, 8, 1, 1, 0, 58);
    const off = on + 4 * DAY;
    const table = new ZoneTable((instant) => (instant >= on && instant < off ? HOUR : 0));
    expect(table.stretchAt(on - 1)).to.include({ end: on, offset: 0 });
    expect(table.stretchAt(on)).to.deep.equal({ start: on, end: off, offset: HOUR });
    expect(table.stretchAt(off)).to.include({ start: off, offset: 0 });
  });

  it('finds two changes between two samples', () => {
    const first = Date.UTC(2026, 5, 1, 5);
    const second = first + 12 * HOUR;
    const table = new ZoneTable((instant) => (instant < first ? 0 : instant < second ? HOUR : 2 * HOUR));
    expect(table.stretchAt(first)).to.deep.equal({ start: first, end: second, offset: HOUR });
  });

  it('finds two changes six hours apart in the second half of the time between two samples', () => {
    const first = 6000 * 3 * DAY + 60 * HOUR;
    const second = first + 6 * HOUR;
    const table = new ZoneTable((instant) => (instant < first ? 0 : instant < second ? HOUR : 2 * HOUR));
    expect(table.stretchAt(first - 1)).to.include({ end: first, offset: 0 });
    expect(table.stretchAt(first)).to.deep.equal({ start: first, end: second, offset: HOUR });
  });

  it('refuses what is not an instant', () => {
    expect(() => zoneFor('UTC').stretchAt(NaN)).to.throw(RangeError, 'NaN is not an instant');
  });

  it('covers time without holes across its blocks', () => {
    const table = zoneFor('Europe/Berlin');
    let instant = Date.UTC(2020, 0, 1);
    while (instant < Date.UTC(2030, 0, 1)) {
      const { start, end } = table.stretchAt(instant);
      expect(start).to.be.at.most(instant);
      expect(end).to.be.greaterThan(instant);
      expect(table.stretchAt(end - 1).end).to.equal(end);
      instant = end;
    }
  });

  it('answers at both ends of the range of Date', () => {
    for (const instant of [-8.64e15, 8.64e15]) {
      expect(zoneFor('America/New_York').stretchAt(instant).offset).to.be.within(-18_000_000, -14_400_000);
    }
  });
});

describe('zone data', () => {
  it('has a version', () => {
    expect(zoneDataVersion())
      .to.equal(process.versions.tz)
      .and.match(/^\d{4}[a-z]$/);
  });

  it('decides the occurrence: a stored instant is no longer the next one once the rules of the zone have changed', () => {
    const end = Date.UTC(2026, 9, 25, 1);
    const summerTimeEnds = new ZoneTable((instant) => (instant < end ? 2 * HOUR : HOUR));
    const summerTimeStays = new ZoneTable(() => 2 * HOUR);
    const after = Date.UTC(2026, 9, 25, 12);
    const stored = nextNine(summerTimeEnds, after);
    expect(new Date(stored).toISOString()).to.equal('2026-10-26T08:00:00.000Z');
    expect(new Date(nextNine(summerTimeStays, after)).toISOString()).to.equal('2026-10-26T07:00:00.000Z');
    expect(nextNine(summerTimeEnds, after)).to.equal(stored);
  });
});

describe('BoundedCache', () => {
  it('forgets the oldest entry when it is full, and keeps its size when an entry is written again', () => {
    const cache = new BoundedCache<string, number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.set('b', 3);
    expect([cache.size, cache.get('a'), cache.get('b')]).to.deep.equal([2, 1, 3]);
    cache.set('c', 4);
    expect([cache.size, cache.get('a'), cache.get('b'), cache.get('c')]).to.deep.equal([2, undefined, 3, 4]);
  });
});

function nextNine(zone: ZoneTable, after: number): number {
  return nextInstant({ expression: parseCron('0 9 * * *'), zone, counter: new StepCounter() }, after)!;
}
