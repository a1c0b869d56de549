import { expect } from 'chai';
import { checkTimezone, supportedTimezones } from '../../lib/calendar/check-timezone.ts';
import type { WorkerSchedulesError } from '../../lib/errors.ts';
import { thrownBy } from './thrown-by.ts';

describe('checkTimezone', () => {
  it('gives the canonical spelling whatever the letter case, and keeps a link a link', () => {
    const given = [
      'utc',
      'europe/BERLIN',
      'asia/kolkata',
      'Asia/Calcutta',
      'US/Pacific',
      'Etc/UTC',
      'etc/gmt-3',
      'EST',
    ];
    expect(given.map(checkTimezone)).to.deep.equal([
      'UTC',
      'Europe/Berlin',
      'Asia/Kolkata',
      'Asia/Calcutta',
      'US/Pacific',
      'Etc/UTC',
      'Etc/GMT-3',
      'EST',
    ]);
  });

  const refused: readonly (readonly [name: unknown, hint: RegExp])[] = [
    ['UTC+3', /offsets are not accepted.*sign is reversed/],
    ['GMT+8', /offsets are not accepted/],
    ['+03:00', /offsets are not accepted/],
    ['−03', /offsets are not accepted/],
    ['UTC +3', /offsets are not accepted/],
    ['UTC3', /offsets are not accepted/],
    ['Mars/Base 5', /^use a name of the IANA/],
    ['PST', /abbreviations/],
    ['BST', /abbreviations/],
    ['', /IANA/],
    ['   ', /IANA/],
    [' UTC', /IANA|did you mean/],
    ['Europe/Berlin\u0000', /IANA/],
    ['Mars/Olympus', /IANA/],
    ['new york', /did you mean America\/New_York\?/],
    ['Berlin', /did you mean Europe\/Berlin\?/],
    [' berlin ', /did you mean Europe\/Berlin\?/],
    ['new  york', /did you mean America\/New_York\?/],
    ['Germany/Berlin', /did you mean Europe\/Berlin\?/],
    ['louisville', /^did you mean America\/Kentucky\/Louisville or America\/Louisville\?$/],
    ['Factory', /IANA/],
    ['localtime', /IANA/],
    ['x'.repeat(60), /^use a name of the IANA/],
    ['x'.repeat(61), /^the name of an IANA time zone is needed/],
    ['x'.repeat(10_000), /IANA/],
    [undefined, /IANA/],
    [null, /IANA/],
    [3, /IANA/],
    [{}, /IANA/],
  ];

  for (const [name, hint] of refused) {
    it(`refuses ${JSON.stringify(String(name).slice(0, 40))} with a hint`, () => {
      const error = thrownBy(() => checkTimezone(name)) as WorkerSchedulesError;
      expect(error.code).to.equal('invalid_timezone');
      expect(error.details.hint).to.match(hint);
      expect(error.message).to.have.length.below(300);
      expect(error.fields).to.deep.equal([{ path: 'timezone', code: 'invalid_timezone', message: error.message }]);
    });
  }

  it('says what it found: the text, cut to 60 characters, or the type of something else', () => {
    const messageOf = (name: unknown) => (thrownBy(() => checkTimezone(name)) as WorkerSchedulesError).message;
    const use = 'use a name of the IANA time zone list such as Europe/Berlin, or UTC';
    expect(messageOf('Mars/Olympus')).to.equal(`"Mars/Olympus" is not a known time zone: ${use}`);
    expect(messageOf(3)).to.match(/^number is not a known time zone: /);
    expect(messageOf('x'.repeat(99))).to.match(/^"x{60}" is not a known time zone: /);
  });
});

describe('supportedTimezones', () => {
  it('has every name of the platform, and the ones that the platform does not list', () => {
    const names = supportedTimezones();
    expect(names).to.include.members(Intl.supportedValuesOf('timeZone'));
    expect(names).to.include.members(['UTC', 'Asia/Kolkata', 'Europe/Kyiv', 'Europe/Kiev', 'US/Pacific']);
    expect(Object.isFrozen(names)).to.equal(true);
  });

  it('contains only names that checkTimezone gives back unchanged', () => {
    const names = supportedTimezones();
    expect(names.map(checkTimezone)).to.deep.equal(names);
  });
});
