import { expect } from 'chai';
import { CronExpressionParser } from 'cron-parser';
import { IANAZone } from 'luxon';
import { hasCroner, loadCroner } from '../../bench/load-croner.ts';
import { nextOccurrence } from '../../lib/calendar/next-occurrence.ts';
import { nextOccurrences } from '../../lib/calendar/next-occurrences.ts';
import { thrownBy } from './thrown-by.ts';

describe('facts found in cron-parser 5.10.6, and what we answer', () => {
  it('`30 1 * * *` New York fires again in the second pass when asked from inside it', () => {
    const place = ['30 1 * * *', 'America/New_York', '2026-11-01T06:10Z'] as const;
    expect(cronParser(...place)).to.deep.equal(['2026-11-01T06:30:00.000Z']);
    expect(ours(...place)).to.deep.equal(['2026-11-02T06:30:00.000Z']);
  });

  it('`0 12 * * *` Lord Howe throws every autumn', () => {
    const place = ['0 12 * * *', 'Australia/Lord_Howe', '2026-04-04T12:00Z'] as const;
    expect(thrownBy(() => cronParser(...place)))
      .to.have.property('message')
      .that.includes('loop limit');
    expect(ours(...place)).to.deep.equal(['2026-04-05T01:30:00.000Z']);
  });

  it('`0 0 * * *` Nuuk skips a day', () => {
    const place = ['0 0 * * *', 'America/Nuuk', '2026-03-28T01:10Z'] as const;
    expect(cronParser(...place)).to.deep.equal(['2026-03-29T01:00:00.000Z']);
    expect(ours(...place)).to.deep.equal(['2026-03-28T02:00:00.000Z']);
  });

  it('`0 * * * *` Chatham goes into the past', () => {
    const place = ['0 * * * *', 'Pacific/Chatham', '2026-04-04T13:05Z'] as const;
    expect(cronParser(...place)).to.deep.equal(['2026-04-04T12:15:00.000Z']);
    expect(ours(...place)).to.deep.equal(['2026-04-04T13:15:00.000Z']);
  });

  it('`*/15 2 * * *` fires four shifted times', () => {
    const place = ['*/15 2 * * *', 'America/New_York', '2026-03-08T05:00Z', 4] as const;
    expect(cronParser(...place)).to.deep.equal([
      '2026-03-08T07:00:00.000Z',
      '2026-03-08T07:15:00.000Z',
      '2026-03-08T07:30:00.000Z',
      '2026-03-08T07:45:00.000Z',
    ]);
    expect(ours(...place).slice(0, 2)).to.deep.equal(['2026-03-08T07:00:00.000Z', '2026-03-09T06:00:00.000Z']);
  });

  it('`0,0 * * * *` is refused as a duplicate, so whole lists never reach it', () => {
    expect(thrownBy(() => cronParser('0,0 * * * *', 'UTC', '2026-01-01T00:00Z'))).to.be.instanceOf(Error);
    expect(ours('0,0 * * * *', 'UTC', '2026-01-01T00:10Z')).to.deep.equal(['2026-01-01T01:00:00.000Z']);
  });
});

describe('facts found in croner 11, and what we answer', () => {
  it('`30 23 * * *` Nuuk loses a night', async function () {
    const place = ['30 23 * * *', 'America/Nuuk', '2026-03-28T12:00Z'] as const;
    expect(ours(...place)).to.deep.equal(['2026-03-29T01:00:00.000Z']);
    // Installed by CI and by `npm run bench:calendar`; a test run elsewhere installs nothing.
    if (!hasCroner() && process.env['CI'] === undefined) this.skip();
    this.timeout(120_000);
    const { Cron } = await loadCroner();
    const next = new Cron(place[0], { timezone: place[1] }).nextRun(new Date(place[2]));
    expect(next?.toISOString()).to.equal('2026-03-30T00:30:00.000Z');
  });
});

describe('facts about the platform that the calendar leans on', () => {
  it('Intl takes names that are no IANA names, and lists neither UTC nor Asia/Kolkata nor Europe/Kyiv', () => {
    for (const name of ['PST', 'BST', 'IST']) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone: name }), name).not.to.throw();
    }
    const listed = Intl.supportedValuesOf('timeZone');
    expect(listed).not.to.include.oneOf(['UTC', 'Asia/Kolkata', 'Europe/Kyiv']);
  });

  it('luxon tells the offsets of local mean time to the second', () => {
    expect(IANAZone.create('America/New_York').offset(Date.UTC(1880, 0, 1)) * 60).to.be.closeTo(-17_762, 0.001);
  });
});

function cronParser(text: string, tz: string, after: string, count = 1): readonly (string | null)[] {
  const iterator = CronExpressionParser.parse(text, { currentDate: new Date(after), tz });
  return Array.from({ length: count }, () => iterator.next().toISOString());
}

function ours(text: string, timezone: string, after: string, count = 1): readonly string[] {
  if (count === 1) {
    return [nextOccurrence(text, { timezone, after: new Date(after) })!.toISOString()];
  }
  return nextOccurrences(text, { timezone, after: new Date(after), count }).map((date) => date.toISOString());
}
