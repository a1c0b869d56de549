import { expect } from 'chai';
import { parseCron } from '../../lib/calendar/parse-cron.ts';
import type { WorkerSchedulesError } from '../../lib/errors.ts';
import { thrownBy } from './thrown-by.ts';

describe('parseCron', () => {
  const faults: readonly (readonly [text: string, message: string, place: object])[] = [
    ['0 24 * * *', 'hour: 24 is not in 0–23', { field: 'hour', position: 2, found: '24' }],
    ['0 9 1,32 * *', 'day-of-month: 32 is not in 1–31', { field: 'day-of-month', position: 6, found: '32' }],
    ['0 9 * * FRO', 'day-of-week: "FRO" is not in 0–7 or SUN–SAT', { field: 'day-of-week', position: 8, found: 'FRO' }],
    ['0 22-2 * * *', 'hour: 22-2 runs backwards: write two ranges', { field: 'hour', position: 2, found: '22-2' }],
    ['5/15 * * * *', 'minute: 5/15 has a step on a single value: write 5-59/15', { field: 'minute', position: 0 }],
    ['*/61 * * * *', 'minute: step 61 is not in 1–60', { field: 'minute', position: 0, found: '*/61' }],
    ['1,,2 * * * *', 'minute: "" is not understood: a list item is empty', { position: 2, found: '' }],
    ['0 0 30 2 *', '30 February never occurs', { field: 'day-of-month', position: 4, found: '30' }],
    ['0 0 31 4,6 *', '31 April, 31 June never occur', { field: 'day-of-month', position: 4, found: '31' }],
    ['0 */5 * * * *', 'six fields found, five expected: seconds are not supported', { field: 'expression' }],
    ['* * * *', 'four fields found, five expected', { field: 'expression', position: 0 }],
    ['', 'no fields found, five expected', { field: 'expression', position: 0, found: '' }],
  ];

  for (const [text, message, place] of faults) {
    it(`says of ${JSON.stringify(text)}: ${message}`, () => {
      const error = thrownBy(() => parseCron(text)) as WorkerSchedulesError;
      expect(error.code).to.equal('invalid_cron');
      expect(error.message).to.equal(message);
      expect(error.details).to.include(place);
      expect(error.details.allowed).to.be.a('string').and.not.equal('');
      expect(error.fields).to.deep.equal([{ path: 'cron', code: 'invalid_cron', message }]);
    });
  }

  for (const value of [undefined, null, 5, {}, [], Symbol('cron'), new Date(0)]) {
    it(`refuses ${Object.prototype.toString.call(value)} with the same code`, () => {
      expect(thrownBy(() => parseCron(value as string))).to.have.property('code', 'invalid_cron');
    });
  }

  it('quotes at most 40 characters of a long text in details and message', () => {
    const error = thrownBy(() => parseCron(`${'x'.repeat(300)} * * * *`)) as WorkerSchedulesError;
    expect(error.details.found).to.have.length(40);
    expect(error.message).to.have.length.below(160);
  });

  it('returns one frozen expression for the same text', () => {
    const expression = parseCron('0 9 * * 1-5');
    expect(parseCron('0 9 * * 1-5')).to.equal(expression);
    expect(Object.isFrozen(expression)).to.equal(true);
    expect(Object.isFrozen(expression.days)).to.equal(true);
  });

  it('reads names in any case, both Sundays and duplicates as the same sets', () => {
    const { days } = parseCron('0 0 * * FRI-SUN');
    expect(parseCron('0 0 * * fri-7').days).to.deep.equal(days);
    expect(parseCron('0 0 * * 5,5,Sat,0,7').days).to.deep.equal(days);
    expect(parseCron('0 0 * * SUN-SAT').days.daysOfWeek).to.equal(0b1111111);
    expect(parseCron('0 0 1 Jan,feb *').months).to.equal(0b110);
  });

  it('calls an expression interval exactly when the hour field contains a star', () => {
    const kinds = ['* * * * *', '0 */2 * * *', '0 */2,5 * * *', '* 0-23 * * *', '@hourly', '@daily'];
    expect(kinds.map((text) => parseCron(text).kind)).to.deep.equal([
      'interval',
      'interval',
      'interval',
      'fixed-time',
      'interval',
      'fixed-time',
    ]);
  });
});
