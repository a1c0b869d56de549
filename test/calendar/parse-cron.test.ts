import { expect } from 'chai';
import { parseCron } from '../../lib/calendar/parse-cron.ts';
import type { WorkerSchedulesError } from '../../lib/errors.ts';
import { thrownBy } from './thrown-by.ts';

const nicknames = '@hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually';

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
    ['*', 'one field found, five expected', { field: 'expression', position: 0, found: '*' }],
    ['* * * * * * *', 'seven fields found, five expected', { field: 'expression' }],
    ['* * * * * * * *', '8 fields found, five expected', { field: 'expression' }],
    ['@never', `cron: "@never" is not a known nickname: ${nicknames}`, { found: '@never', allowed: nicknames }],
    ['*/0 * * * *', 'minute: step 0 is not in 1–60', { field: 'minute', position: 0 }],
    ['0 0 0 * *', 'day-of-month: 0 is not in 1–31', { field: 'day-of-month', position: 4 }],
    ['0 5L * * *', 'hour: "5L" is not understood', { field: 'hour', position: 2 }],
    ['0 0 * * 5#02', 'day-of-week: #02 is not in #1–#5', { field: 'day-of-week', position: 8 }],
    ['0 0 * * 5#10', 'day-of-week: #10 is not in #1–#5', { field: 'day-of-week', position: 8 }],
    ['0 0 * * FRI-0', 'day-of-week: FRI-0 runs backwards: write two ranges', { found: 'FRI-0' }],
    ['007 * * * *', 'minute: 007 has more than two digits', { field: 'minute', position: 0 }],
    ['1x * * * *', 'minute: "1x" is not understood', { field: 'minute', position: 0 }],
    ['1-H * * * *', 'minute: "1-H" is not understood', { field: 'minute', position: 0 }],
    ['H * * * *', 'minute: "H" is not understood: H and W are not part of the format', { found: 'H' }],
    ['0 0 W * *', 'day-of-month: "W" is not understood: H and W are not part of the format', { found: 'W' }],
    ['0 0 15W * *', 'day-of-month: "15W" is not understood: H and W are not part of the format', { found: '15W' }],
    ['0 0 ? * *', 'day-of-month: "?" is not understood: write * instead of ?', { found: '?' }],
    [`${'x'.repeat(40)} * * * *`, `minute: "${'x'.repeat(40)}" is not understood`, { found: 'x'.repeat(40) }],
    [`${'x'.repeat(41)} * * * *`, `minute: "${'x'.repeat(40)}…" is not understood`, { found: 'x'.repeat(40) }],
    [`*/${'9'.repeat(100)} * * * *`, `minute: step ${'9'.repeat(100)} is not in 1–60`, { field: 'minute' }],
    [`*/${'9'.repeat(101)} * * * *`, `minute: step ${'9'.repeat(101)} is not in 1–6…`, { field: 'minute' }],
    [
      '*'.repeat(513),
      'cron: 513 characters found, at most 512 allowed',
      { field: 'expression', allowed: 'at most 512 characters' },
    ],
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

  const values: readonly (readonly [value: unknown, type: string])[] = [
    [undefined, 'undefined'],
    [null, 'null'],
    [5, 'number'],
    [{}, 'object'],
    [[], 'array'],
    [Symbol('cron'), 'symbol'],
    [new Date(0), 'object'],
  ];

  for (const [value, type] of values) {
    it(`refuses ${Object.prototype.toString.call(value)} with the same code, naming its type`, () => {
      const error = thrownBy(() => parseCron(value as string)) as WorkerSchedulesError;
      expect(error.code).to.equal('invalid_cron');
      expect(error.message).to.equal(`cron: text expected, ${type} found`);
      expect(error.details.found).to.equal(type);
    });
  }

  it('says what each field takes', () => {
    const taken = ['x * * * *', '* x * * *', '* * x * *', '* * * x *', '* * * * x'].map(
      (text) => (thrownBy(() => parseCron(text)) as WorkerSchedulesError).details.allowed,
    );
    expect(taken).to.deep.equal([
      '*, */n, a, a-b, a-b/n with values 0–59',
      '*, */n, a, a-b, a-b/n with values 0–23',
      '*, */n, a, a-b, a-b/n, L with values 1–31',
      '*, */n, a, a-b, a-b/n with values 1–12 or JAN–DEC',
      '*, */n, a, a-b, a-b/n, 5L, 5#2 with values 0–7 or SUN–SAT',
    ]);
  });

  it('takes blanks around a text of at most 512 characters, a nickname too', () => {
    expect(parseCron('@daily'.padStart(256).padEnd(512)).hours).to.equal(1);
    expect(parseCron('0 0 * * *'.padStart(256).padEnd(512)).hours).to.equal(1);
  });

  it('takes the longest step of a field, a range of one value, and SUN-SUN as Sunday alone', () => {
    expect(parseCron('*/60 5-5 * * */7')).to.deep.include({ minutes: { low: 1, high: 0 }, hours: 1 << 5 });
    expect(parseCron('0 0 * * */7').days.daysOfWeek).to.equal(1);
    expect(parseCron('0 0 * * SUN-SUN').days.daysOfWeek).to.equal(1);
  });

  it('takes dates of which one occurs, or beside which all weekdays are named', () => {
    expect(parseCron('0 0 29,30 2 *').days.daysOfMonth).to.equal((1 << 29) | (1 << 30));
    expect(parseCron('0 0 30 2 0-6').days).to.include({ daysOfWeek: 0b1111111, either: true });
  });

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
