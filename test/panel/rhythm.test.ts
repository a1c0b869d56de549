import { expect } from 'chai';
import { parseCron } from '../../lib/calendar/parse-cron.ts';
import { cronOf, HOUR_STEPS, MINUTE_STEPS, type Rhythm, rhythmOf, turnedInto } from '../../panel/editor/rhythm.ts';

const time = { hour: 7, minute: 5 };

const rhythms: readonly Rhythm[] = [
  ...MINUTE_STEPS.map((every) => ({ kind: 'minutes', every }) as const),
  ...HOUR_STEPS.map((every) => ({ kind: 'hours', every, minute: 59 }) as const),
  { kind: 'days', ...time },
  { kind: 'weekdays', days: [0, 3, 6], ...time },
  { kind: 'months', day: '31', ...time },
  { kind: 'months', day: 'L', ...time },
];

describe('The builder of rhythms', () => {
  for (const rhythm of rhythms) {
    it(`reads back what it writes: ${cronOf(rhythm)}`, () => {
      const cron = cronOf(rhythm) ?? '';
      expect(parseCron(cron).text).to.equal(cron);
      expect(rhythmOf(cron)).to.deep.equal(rhythm);
    });
  }

  it('knows other ways to write a rhythm', () => {
    expect(rhythmOf('@daily')).to.deep.equal({ kind: 'days', hour: 0, minute: 0 });
    const nine = { hour: 9, minute: 0 };
    expect(rhythmOf(' 0\t9 * *  MON-FRI ')).to.deep.equal({ kind: 'weekdays', days: [1, 2, 3, 4, 5], ...nine });
    expect(rhythmOf('0 9 * * fri,7')).to.deep.equal({ kind: 'weekdays', days: [0, 5], ...nine });
  });

  it('leaves to the expression what it cannot show', () => {
    const others = [
      ...['0 9 1 * 1', '0 9 * 2 *', '*/7 * * * *', '0,30 * * * *', '0 9-17 * * *', '0 9 * * 5#2', '0 9 * * FRI-MON'],
      ...['', 'x', '61 * * * *', '0 24 * * *', '0 9 * * * *'],
    ];
    for (const cron of others) expect(rhythmOf(cron), cron).to.deep.equal({ kind: 'custom' });
    expect(cronOf({ kind: 'custom' })).to.equal(undefined);
  });

  it('keeps the time of day when it is turned into another one', () => {
    const daily: Rhythm = { kind: 'days', ...time };
    expect(turnedInto('weekdays', daily)).to.deep.equal({ kind: 'weekdays', days: [1, 2, 3, 4, 5], ...time });
    expect(turnedInto('months', turnedInto('weekdays', daily))).to.deep.equal({ kind: 'months', day: '1', ...time });
    expect(turnedInto('days', { kind: 'minutes', every: 5 })).to.deep.equal({ kind: 'days', hour: 9, minute: 0 });
  });
});
