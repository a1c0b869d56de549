import { expect } from 'chai';
import fc from 'fast-check';
import { nextOccurrence } from '../../lib/calendar/next-occurrence.ts';
import { nextOccurrences } from '../../lib/calendar/next-occurrences.ts';
import { parseCron } from '../../lib/calendar/parse-cron.ts';
import { previewOccurrences } from '../../lib/calendar/preview-occurrences.ts';
import { previousOccurrence } from '../../lib/calendar/previous-occurrence.ts';
import { arbitraryCron, arbitraryInstant, arbitraryZone } from './arbitrary-cron.ts';
import { LiteralCron } from './oracle.ts';

const MINUTE = 60_000;
const LOOKED_AT = 1500;
const place = [arbitraryCron, arbitraryZone, arbitraryInstant] as const;

describe('properties of the calendar', function () {
  this.timeout(120_000);

  it('next is strictly later, on a whole minute, and there is one', () => {
    holds((text, zone, instant) => {
      const next = nextOf(text, zone, instant);
      expect(next).to.be.greaterThan(instant);
      expect(next % MINUTE).to.equal(0);
    });
  });

  it('every instant matches field by field in its zone, or ends a gap that swallows a match', () => {
    holds((text, zone, instant) => {
      const next = nextOf(text, zone, instant);
      const cron = new LiteralCron(text);
      expect(cron.matches(readingAt(zone, next)) || endsGapWithMatch(cron, zone, next)).to.equal(true);
    });
  });

  it('next and previous agree with each other', () => {
    holds((text, zone, instant) => {
      const next = nextOf(text, zone, instant);
      const previous = previousOf(text, zone, instant);
      expect(previous).to.be.at.most(instant);
      expect(previousOf(text, zone, next)).to.equal(next);
      expect(previousOf(text, zone, next - 1)).to.equal(previous);
      expect(nextOf(text, zone, previous)).to.equal(next);
      expect(nextOf(text, zone, previous - 1)).to.equal(previous);
    });
  });

  it('nothing between two successive results matches, except a second pass of a fixed time', () => {
    holds((text, zone, instant) => {
      const [first, second] = nextOccurrences(text, { timezone: zone, after: new Date(instant), count: 2 });
      const cron = new LiteralCron(text);
      const end = Math.min(second!.getTime(), first!.getTime() + LOOKED_AT * MINUTE);
      for (let between = first!.getTime() + MINUTE; between < end; between += MINUTE) {
        const reading = readingAt(zone, between);
        const missed = cron.matches(reading) && (cron.followsRealTime || !isSecondPass(zone, between, reading));
        expect(missed, new Date(between).toISOString()).to.equal(false);
      }
    }, 200);
  });

  it('preview equals firing', () => {
    holds((text, zone, instant) => {
      const shown = previewOccurrences(text, { timezone: zone, after: new Date(instant), count: 3 });
      let after = instant;
      for (const { instant: at } of shown) {
        after = nextOf(text, zone, after);
        expect(at.getTime()).to.equal(after);
      }
    });
  });

  it('a parsed expression and its text name the same instants', () => {
    holds((text, zone, instant) => {
      const options = { timezone: zone, after: new Date(instant) };
      expect(nextOccurrence(parseCron(text), options)).to.deep.equal(nextOccurrence(text, options));
    });
  });
});

function holds(property: (text: string, zone: string, instant: number) => void, runs = 1000): void {
  fc.assert(fc.property(...place, property), { numRuns: runs, seed: 11 });
}

function nextOf(text: string, timezone: string, after: number): number {
  return nextOccurrence(text, { timezone, after: new Date(after) })!.getTime();
}

function previousOf(text: string, timezone: string, notAfter: number): number {
  return previousOccurrence(text, { timezone, notAfter: new Date(notAfter) })!.getTime();
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the platform's wall clock shows, in minutes as if it were UTC. */
function readingAt(timeZone: string, instant: number): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    formats.set(timeZone, format);
  }
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) / MINUTE;
}

function endsGapWithMatch(cron: LiteralCron, zone: string, instant: number): boolean {
  const before = readingAt(zone, instant - MINUTE);
  const after = readingAt(zone, instant);
  const missing = Array.from({ length: after - before - 1 }, (_, index) => before + 1 + index);
  return !cron.followsRealTime && missing.some((reading) => cron.matches(reading));
}

/** Whether the same reading was shown within the day before. */
function isSecondPass(zone: string, instant: number, reading: number): boolean {
  return [30, 60, 120, 180, 1440].some((minutes) => readingAt(zone, instant - minutes * MINUTE) === reading);
}
