import { expect } from 'chai';
import { nextOccurrences } from '../../lib/calendar/next-occurrences.ts';
import { previewOccurrences } from '../../lib/calendar/preview-occurrences.ts';
import { Random } from './random.ts';
import { drawTriples } from './random-triple.ts';
import { thrownBy } from './thrown-by.ts';

describe('previewOccurrences', () => {
  it('shows instant, local reading, offset and, where a clock change moves the run, a note', () => {
    expect(preview('30 2 * * *', 'America/New_York', '2026-03-07T12:00Z', 2)).to.deep.equal([
      {
        instant: new Date('2026-03-08T07:00Z'),
        local: '2026-03-08T03:00:00',
        offset: '-04:00',
        note: '02:30 does not exist on this day; runs at 03:00',
      },
      { instant: new Date('2026-03-09T06:30Z'), local: '2026-03-09T02:30:00', offset: '-04:00', note: null },
    ]);
  });

  const notes: readonly (readonly [text: string, zone: string, after: string, note: string | null])[] = [
    [
      '*/15 2 * * *',
      'America/New_York',
      '2026-03-08T05:00Z',
      '02:00 to 02:45 do not exist on this day; runs once, at 03:00',
    ],
    [
      '*/15 * * * *',
      'America/New_York',
      '2026-03-08T06:50Z',
      '02:00 to 02:45 do not exist on this day; nothing runs for them',
    ],
    ['0 */2 * * *', 'America/New_York', '2026-03-08T05:00Z', '02:00 does not exist on this day; nothing runs for it'],
    ['*/15 * * * *', 'America/New_York', '2026-03-08T07:10Z', null],
    ['30 1 * * *', 'America/New_York', '2026-11-01T00:00Z', '01:30 happens twice; runs the first time'],
    ['30 * * * *', 'America/New_York', '2026-11-01T05:00Z', '01:30 happens twice; runs both times'],
    ['30 * * * *', 'America/New_York', '2026-11-01T06:00Z', '01:30 happens twice; runs both times'],
    ['30 2 * * *', 'America/New_York', '2026-11-01T00:00Z', null],
    [
      '30 23 * * *',
      'America/Nuuk',
      '2026-03-28T12:00Z',
      '23:30 does not exist on 2026-03-28; runs at 00:00 on 2026-03-29',
    ],
    [
      '0 9 * * 5',
      'Pacific/Apia',
      '2011-12-29T00:00Z',
      '09:00 does not exist on 2011-12-30; runs at 00:00 on 2011-12-31',
    ],
    [
      '*/15 23,0 * * *',
      'America/Toronto',
      '1919-03-31T04:16Z',
      '23:30 on 1919-03-30 to 00:15 on 1919-03-31 do not exist; runs once, at 00:30 on 1919-03-31',
    ],
    ['30 2 * * *', 'Europe/Berlin', '2022-10-29T12:00Z', '02:30 happens twice; runs the first time'],
    ['0 1 * * *', 'America/New_York', '2026-11-01T00:00Z', '01:00 happens twice; runs the first time'],
    ['0 2 * * *', 'America/New_York', '2026-11-01T05:30Z', null],
    ['0 12 * * *', 'America/New_York', '2026-03-07T00:00Z', null],
    ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T12:00Z', '01:45 happens twice; runs the first time'],
  ];

  for (const [text, zone, after, note] of notes) {
    it(`notes on ${text} in ${zone} after ${after}: ${note ?? 'nothing'}`, () => {
      expect(preview(text, zone, after, 1)[0]!.note).to.equal(note);
    });
  }

  it('shows the instants that fire, for 2,000 drawn triples', () => {
    for (const { text, zone, instant } of drawTriples(new Random(5), {
      triples: 2000,
      zones: 30,
      years: [2024, 2031],
    })) {
      const options = { timezone: zone, after: new Date(instant), count: 4 };
      const shown = previewOccurrences(text, options).map((occurrence) => occurrence.instant);
      expect(shown, `${text} in ${zone} at ${instant}`).to.deep.equal(nextOccurrences(text, options));
    }
  });

  it('reads the local time as the platform does, for 1,000 drawn triples', () => {
    for (const { text, zone, instant } of drawTriples(new Random(6), {
      triples: 1000,
      zones: 20,
      years: [2024, 2031],
    })) {
      for (const { instant: at, local, offset } of preview(text, zone, new Date(instant).toISOString(), 2)) {
        expect(new Date(`${local}${offset}`)).to.deep.equal(at);
        const shown = at.toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T');
        expect(local, `${text} in ${zone} at ${instant}`).to.equal(shown);
      }
    }
  });

  it('ends at the end of the range of Date', () => {
    const options = { timezone: 'UTC', after: new Date(8.64e15 - 120_000), count: 5 };
    expect(previewOccurrences('* * * * *', options)).to.have.length(2);
  });

  it('shows what falls on the last instant of 100 years', () => {
    expect(preview('0 0 2 1 *', 'UTC', '2026-01-01T00:00Z', 1000).at(-1)!.local).to.equal('2126-01-02T00:00:00');
  });

  it('refuses an invalid Date naming the option', () => {
    const error = thrownBy(() => preview('* * * * *', 'UTC', 'never', 1));
    expect(error).to.have.nested.property('fields[0].path', 'after');
  });

  it('looks at most 100 years ahead and takes at most 1000 occurrences', () => {
    const leapDays = preview('0 0 29 2 *', 'UTC', '2026-01-01T00:00Z', 1000);
    expect(leapDays).to.have.length(24);
    expect(leapDays.at(-1)!.instant).to.deep.equal(new Date('2124-02-29T00:00Z'));
    expect(preview('* * * * *', 'UTC', '2026-01-01T00:00Z', 1000)).to.have.length(1000);
    for (const count of [1001, -1, 1.5, NaN, '5' as unknown as number]) {
      const error = thrownBy(() => preview('* * * * *', 'UTC', '2026-01-01T00:00Z', count));
      expect(error).to.have.property('code', 'invalid_options');
    }
  });
});

function preview(text: string, timezone: string, after: string, count: number) {
  return previewOccurrences(text, { timezone, after: new Date(after), count });
}
