import { expect } from 'chai';
import { civilFromDays, daysFromCivil, lengthOfMonth, weekdayOf } from '../../lib/calendar/civil-date.ts';

const DAY = 86_400_000;

describe('civil dates', () => {
  it('are those of the platform, on each day from 1599 to 2402, and back', () => {
    const last = Date.UTC(2402, 11, 31) / DAY;
    const wrong: string[] = [];
    for (let days = Date.UTC(1599, 0, 1) / DAY; days <= last; days += 1) {
      const { year, month, day } = civilFromDays(days);
      const date = new Date(days * DAY);
      const isRight = year === date.getUTCFullYear() && month === date.getUTCMonth() + 1 && day === date.getUTCDate();
      if (!isRight || daysFromCivil(year, month, day) !== days || weekdayOf(days) !== date.getUTCDay()) {
        wrong.push(date.toISOString());
      }
    }
    expect(wrong).to.deep.equal([]);
  });

  it('have months of 28 to 31 days: February has 29 in 2000 and 2024, and 28 in 1900 and 2026', () => {
    const lengths = Array.from({ length: 12 }, (_, index) => lengthOfMonth(2026, index + 1));
    expect(lengths).to.deep.equal([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
    expect([2000, 2024, 1900, 2100].map((year) => lengthOfMonth(year, 2))).to.deep.equal([29, 29, 28, 28]);
    expect(lengthOfMonth(2024, 3)).to.equal(31);
  });
});
