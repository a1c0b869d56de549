import { expect } from 'chai';
import { nextOccurrence } from '../../lib/calendar/next-occurrence.ts';
import { nextOccurrences } from '../../lib/calendar/next-occurrences.ts';
import { previousOccurrence } from '../../lib/calendar/previous-occurrence.ts';
import { thrownBy } from './thrown-by.ts';

const timezone = 'UTC';
const now = new Date('2026-07-01T12:00:30Z');

describe('occurrences', () => {
  it('previousOccurrence looks into the first pass of a repeated hour when the match before it is far away', () => {
    const previous = (notAfter: string) =>
      previousOccurrence('30 * 1 11 *', { timezone: 'America/Havana', notAfter: new Date(notAfter) })?.toISOString();
    expect(previous('2026-11-01T05:10Z')).to.equal('2026-11-01T04:30:00.000Z');
    expect(previous('2026-11-01T05:30Z')).to.equal('2026-11-01T05:30:00.000Z');
    expect(previous('2026-11-01T04:29Z')).to.equal('2025-11-02T03:30:00.000Z');
  });

  it('nextOccurrence looks into the second pass when the match after it is far away', () => {
    const next = (after: string) =>
      nextOccurrence('30 * 31 10 *', { timezone: 'America/Nuuk', after: new Date(after) })?.toISOString();
    expect(next('2026-10-31T23:00Z')).to.equal('2026-10-31T23:30:00.000Z');
    const nightBefore = { timezone: 'America/Nuuk', after: new Date('2026-10-25T00:40Z') };
    expect(nextOccurrence('30 * 24 10 *', nightBefore)?.toISOString()).to.equal('2026-10-25T01:30:00.000Z');
  });

  it('are found over the 40 years between two fifth Sundays of February, forward and back', () => {
    const options = { timezone: 'America/New_York' };
    const next = nextOccurrence('0 * * 2 SUN#5', { ...options, after: new Date('2088-03-01T12:00Z') });
    expect(next?.toISOString()).to.equal('2128-02-29T05:00:00.000Z');
    const previous = previousOccurrence('0 * * 2 SUN#5', { ...options, notAfter: new Date('2128-02-28T12:00Z') });
    expect(previous?.toISOString()).to.equal('2088-03-01T04:00:00.000Z');
  });

  it('previousOccurrence takes an occurrence at its very millisecond, and the one before it a millisecond earlier', () => {
    const previous = (text: string, notAfter: string) =>
      previousOccurrence(text, { timezone, notAfter: new Date(notAfter) })?.toISOString();
    for (const text of ['0 9 * * *', '0 *,9 * * *']) {
      expect(previous(text, '2026-07-01T09:00:00.000Z')).to.equal('2026-07-01T09:00:00.000Z');
    }
    expect(previous('0 9 * * *', '2026-07-01T08:59:59.999Z')).to.equal('2026-06-30T09:00:00.000Z');
    expect(previous('0 *,9 * * *', '2026-07-01T08:59:59.999Z')).to.equal('2026-07-01T08:00:00.000Z');
  });

  const before: readonly (readonly [text: string, notAfter: string, previous: string])[] = [
    ['30 9 * * *', '2026-07-01T09:10Z', '2026-06-30T09:30'],
    ['30 8,9 * * *', '2026-07-01T09:10Z', '2026-07-01T08:30'],
    ['10,50 8,9 * * *', '2026-07-01T09:05Z', '2026-07-01T08:50'],
    ['10 0 * * *', '2026-07-01T00:05Z', '2026-06-30T00:10'],
    ['0 0 20 3,6 *', '2026-06-10T00:00Z', '2026-03-20T00:00'],
    ['0 0 20 6,9 *', '2026-06-10T00:00Z', '2025-09-20T00:00'],
  ];

  for (const [text, notAfter, previous] of before) {
    it(`previousOccurrence of ${text} at ${notAfter} is ${previous}Z`, () => {
      const found = previousOccurrence(text, { timezone, notAfter: new Date(notAfter) });
      expect(found).to.deep.equal(new Date(`${previous}Z`));
    });
  }

  it('are null beyond the range of Date', () => {
    const last = new Date(8.64e15);
    expect(nextOccurrence('0 0 29 2 *', { timezone, after: last })).to.equal(null);
    expect(nextOccurrences('* * * * *', { timezone, after: new Date(8.64e15 - 120_000), count: 5 })).to.have.length(2);
    expect(previousOccurrence('0 0 29 2 *', { timezone, notAfter: new Date(-8.64e15) })).to.equal(null);
  });

  it('refuse an invalid Date with invalid_options naming the option', () => {
    for (const value of [new Date(NaN), undefined, '2026-01-01', 5]) {
      const after = value as unknown as Date;
      const next = thrownBy(() => nextOccurrence('* * * * *', { timezone, after }));
      expect(next)
        .to.include({ code: 'invalid_options', message: 'after: a valid Date is needed' })
        .and.have.nested.property('fields[0].path', 'after');
      const previous = thrownBy(() => previousOccurrence('* * * * *', { timezone, notAfter: after }));
      expect(previous).to.have.nested.property('fields[0].path', 'notAfter');
    }
  });

  it('refuse what is neither text nor a parsed expression with invalid_cron', () => {
    for (const value of [null, undefined, 5, {}, [], { minutes: 1 }]) {
      const error = thrownBy(() => nextOccurrence(value as unknown as string, { timezone, after: now }));
      expect(error).to.have.property('code', 'invalid_cron');
    }
  });

  it('take a count from 0 to 100,000', () => {
    expect(nextOccurrences('* * * * *', { timezone, after: now, count: 0 })).to.deep.equal([]);
    for (const count of [-1, 1.5, NaN, Infinity, 100_001]) {
      const error = thrownBy(() => nextOccurrences('* * * * *', { timezone, after: now, count }));
      const message = 'count: a whole number from 0 to 100000 is needed';
      expect(error).to.deep.include({ code: 'invalid_options', message });
      expect(error).to.have.deep.property('fields', [{ path: 'count', code: 'invalid_options', message }]);
    }
  });
});
