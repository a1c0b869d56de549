import { expect } from 'chai';
import { describeCron } from '../../lib/calendar/describe-cron.ts';
import { nextOccurrence } from '../../lib/calendar/next-occurrence.ts';
import { nextOccurrences } from '../../lib/calendar/next-occurrences.ts';
import { parseCron } from '../../lib/calendar/parse-cron.ts';
import { checkTimezone } from '../../lib/calendar/check-timezone.ts';
import type { WorkerSchedulesError } from '../../lib/errors.ts';
import type { Successors } from './print-successors.ts';
import { runInTimezone } from './run-in-timezone.ts';
import { thrownBy } from './thrown-by.ts';

describe('field cases, kind A: arithmetic across clock changes', () => {
  for (const after of ['2026-03-08T05:00Z', '2026-03-08T06:59:30Z']) {
    it(`R-A1: a daily time inside the missing hour runs once, at the end of the gap (from ${after})`, () => {
      expect(list('30 2 * * *', 'America/New_York', after, 2)).to.deep.equal([
        '2026-03-08T07:00Z',
        '2026-03-09T06:30Z',
      ]);
    });
  }

  it('R-A1: the schedule beside it goes on every minute', () => {
    const minutes = list('* * * * *', 'UTC', '2026-03-08T00:00Z', 2880).map((text) => Date.parse(text));
    expect(minutes.every((minute, index) => minute === Date.UTC(2026, 2, 8) + (index + 1) * 60_000)).to.equal(true);
  });

  it('R-A2: fixed times run once in the repeated hour, interval times keep their rhythm', () => {
    const newYork = (text: string, count: number) => list(text, 'America/New_York', '2026-11-01T03:59Z', count);
    expect(newYork('30 1 * * *', 2)).to.deep.equal(['2026-11-01T05:30Z', '2026-11-02T06:30Z']);
    const quarters = newYork('*/15 * * * *', 17).map((text) => Date.parse(text));
    expect(quarters).to.deep.equal(quarters.map((_, index) => Date.UTC(2026, 10, 1, 4) + index * 900_000));
    expect(newYork('0 * * * *', 5)).to.deep.equal([4, 5, 6, 7, 8].map((hour) => `2026-11-01T0${hour}:00Z`));
    const berlin = list('0 2 * * *', 'Europe/Berlin', '2026-10-24T23:00Z', 2);
    expect(berlin).to.deep.equal(['2026-10-25T00:00Z', '2026-10-26T01:00Z']);
  });

  it('R-A3: 10,000 drawn triples give the same, strictly later results in every zone of the host', async function () {
    this.timeout(180_000);
    const hosts = ['UTC', 'Australia/Sydney', 'America/Sao_Paulo', 'Asia/Calcutta'];
    const results = await Promise.all(hosts.map((zone) => runInTimezone(zone, './print-successors.ts', [10_000])));
    const runs = results as readonly Successors[];
    expect(runs.map((run) => run.timezone)).to.deep.equal(hosts);
    expect(runs.flatMap((run) => run.backwards)).to.deep.equal([]);
    expect(new Set(runs.map((run) => run.digest))).to.have.property('size', 1);
    expect(Math.max(...runs.map((run) => run.longest))).to.be.below(50);
  });

  it('R-A4: leap days are found however far away, and weekdays on 29 February are right', () => {
    expect(list('0 0 29 2 *', 'UTC', '2026-03-01T00:00Z', 1)).to.deep.equal(['2028-02-29T00:00Z']);
    expect(list('0 0 29 2 *', 'UTC', '2028-02-29T00:00Z', 1)).to.deep.equal(['2032-02-29T00:00Z']);
    expect(list('0 0 29 2 *', 'UTC', '2096-03-01T00:00Z', 1)).to.deep.equal(['2104-02-29T00:00Z']);
    expect(list('0 * * * 1-5', 'UTC', '2028-02-29T11:00Z', 1)).to.deep.equal(['2028-02-29T12:00Z']);
  });
});

describe('field cases, kind B: parsing and validation', () => {
  for (const text of ['0 0 30 2 *', '0 0 31 4 *', '0 0 31 2 *']) {
    it(`R-B1: ${text} never comes and is refused`, () => {
      const error = thrownBy(() => parseCron(text)) as WorkerSchedulesError;
      expect(error.code).to.equal('invalid_cron');
      expect(error.message).to.match(/^3[01] (?:February|April) never occurs$/);
    });
  }

  it('R-B2: day of month and day of week are alternatives when both are restricted', () => {
    const countIn2026 = (text: string) =>
      list(text, 'UTC', '2025-12-31T23:59Z', 400).filter((instant) => instant.startsWith('2026')).length;
    expect(countIn2026('0 0 13 * 5')).to.equal(61);
    expect(countIn2026('0 0 * * 5')).to.equal(52);
    expect(countIn2026('0 0 13 * *')).to.equal(12);
    expect(countIn2026('0 0 */2 * 3')).to.equal(212);
    expect(describeCron('0 0 13 * 5')).to.include('on day 13 of the month or on Friday');
  });

  it('R-B3: five fields, hours to 23, days to 31', () => {
    for (const text of ['0 */5 * * * *', '* * * *', '0 0 1 1 * 2030']) {
      expect(messageOf(text)).to.match(/^(?:six|four) fields found, five expected/);
    }
    expect(messageOf('0 24 * * *')).to.equal('hour: 24 is not in 0–23');
    expect(() => parseCron('0 9 31 * *')).not.to.throw();
  });
});

describe('field cases, kind C: zone names and zone data', () => {
  it('R-C1: old and new names are both accepted as written and mean the same instants', () => {
    const pairs = [
      ['Asia/Kolkata', 'Asia/Calcutta'],
      ['Europe/Kyiv', 'Europe/Kiev'],
      ['US/Pacific', 'America/Los_Angeles'],
      ['UTC', 'Etc/UTC'],
    ] as const;
    for (const pair of pairs) {
      expect(pair.map(checkTimezone)).to.deep.equal(pair);
      const [first, second] = pair.map((zone) => list('0 9 * * *', zone, '2026-07-01T00:00Z', 400));
      expect(first).to.deep.equal(second);
    }
  });

  it('R-C2: offsets and abbreviations are refused with a hint, EST is fixed, Berlin in July is at 07:00Z', () => {
    for (const name of ['UTC+3', 'GMT+8', '+03:00']) {
      const error = thrownBy(() => checkTimezone(name)) as WorkerSchedulesError;
      expect(error.message).to.match(/Europe\/Berlin.*Etc\/GMT-3 is three hours ahead of UTC/);
    }
    for (const name of ['PST', 'Mars/Olympus']) {
      expect(thrownBy(() => checkTimezone(name))).to.have.property('code', 'invalid_timezone');
    }
    expect(list('0 9 * * *', 'EST', '2026-07-01T00:00Z', 1)).to.deep.equal(['2026-07-01T14:00Z']);
    expect(list('0 9 * * *', 'Etc/GMT-3', '2026-07-01T00:00Z', 1)).to.deep.equal(['2026-07-01T06:00Z']);
    expect(list('0 9 * * *', 'Europe/Berlin', '2026-07-01T00:00Z', 1)).to.deep.equal(['2026-07-01T07:00Z']);
  });

  it('R-C3: the calendar has no zone of its own to fall back to', () => {
    const after = new Date('2026-07-01T00:00Z');
    const error = thrownBy(() =>
      nextOccurrence('0 9 * * *', { after } as unknown as { timezone: string; after: Date }),
    );
    expect(error).to.have.property('code', 'invalid_timezone');
  });
});

function list(text: string, timezone: string, after: string, count: number): readonly string[] {
  const found = nextOccurrences(text, { timezone, after: new Date(after), count });
  return found.map((date) => date.toISOString().replace(':00.000Z', 'Z'));
}

function messageOf(text: string): string {
  return (thrownBy(() => parseCron(text)) as WorkerSchedulesError).message;
}
