import { expect } from 'chai';
import { dueOccurrence } from '../../lib/schedules/due-occurrence.ts';

function due(cron: string, nextRunAt: string, now: string, timezone = 'UTC'): string | null {
  return dueOccurrence({ cron, timezone, nextRunAt: new Date(nextRunAt) }, new Date(now))?.toISOString() ?? null;
}

describe('dueOccurrence', () => {
  it('is next_run_at itself when no other has come since', () => {
    expect(due('0 * * * *', '2026-03-01T10:00:00Z', '2026-03-01T10:59:59.999Z')).to.equal(null);
    expect(due('0 * * * *', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z')).to.equal(null);
  });

  it('is the newest occurrence when several were missed', () => {
    expect(due('0 * * * *', '2026-03-01T10:00:00Z', '2026-03-01T13:00:00Z')).to.equal('2026-03-01T13:00:00.000Z');
    expect(due('*/5 * * * *', '2024-03-01T00:00:00Z', '2026-03-01T13:04:00Z')).to.equal('2026-03-01T13:00:00.000Z');
  });

  it('is next_run_at itself when that is no occurrence and lies later than the newest', () => {
    expect(due('0 * * * *', '2026-03-01T10:17:03.123Z', '2026-03-01T10:30:00Z')).to.equal(null);
  });

  it('keeps the calendar of the zone through a clock change', () => {
    const missed = due('55 23 * * *', '2026-03-27T22:55:00Z', '2026-03-30T00:05:00Z', 'Europe/Berlin');
    expect(missed).to.equal('2026-03-29T21:55:00.000Z');
  });

  it('throws for an expression or a zone that is no longer understood', () => {
    expect(() => due('every day', '2026-03-01T10:00:00Z', '2026-03-01T11:00:00Z'))
      .to.throw()
      .with.property('code', 'invalid_cron');
    expect(() => due('0 * * * *', '2026-03-01T10:00:00Z', '2026-03-01T11:00:00Z', 'Mars/Olympus'))
      .to.throw()
      .with.property('code', 'invalid_timezone');
  });
});
