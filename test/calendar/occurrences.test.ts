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
      expect(next).to.deep.include({ code: 'invalid_options' }).and.have.nested.property('fields[0].path', 'after');
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
      expect(error).to.have.property('code', 'invalid_options');
    }
  });
});
