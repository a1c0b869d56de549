import { expect } from 'chai';
import { dateText, offsetText, readingText, timeText } from '../../lib/calendar/reading-text.ts';

const SECOND = 1000;
const HOUR = 3_600_000;

describe('texts of wall-clock readings', () => {
  it('show date, time and both, to the second at most', () => {
    const reading = Date.UTC(2026, 2, 8, 2, 30, 5, 999);
    expect(dateText(reading)).to.equal('2026-03-08');
    expect(timeText(reading)).to.equal('02:30');
    expect(readingText(reading)).to.equal('2026-03-08T02:30:05');
  });

  it('show an offset with its sign, and with seconds where a local mean time has some', () => {
    const offsets = [0, 5.75 * HOUR, -5 * HOUR, -(4 * HOUR + 56 * 60 * SECOND + 2 * SECOND), HOUR + 20 * SECOND];
    expect(offsets.map(offsetText)).to.deep.equal(['+00:00', '+05:45', '-05:00', '-04:56:02', '+01:00:20']);
  });

  it('stop at the ends of the range of Date', () => {
    expect([-9e15, 9e15].map(dateText)).to.deep.equal(['-271821-04-20', '+275760-09-13']);
  });
});
