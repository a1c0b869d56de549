import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { nextOccurrences } from '../../lib/calendar/next-occurrences.ts';
import { parseCron } from '../../lib/calendar/parse-cron.ts';
import { previousOccurrence } from '../../lib/calendar/previous-occurrence.ts';
import { hasCode } from '../../lib/errors.ts';

interface Vector {
  readonly expr: string;
  readonly tz: string;
  readonly after: string;
  readonly next: readonly string[];
  readonly why: string;
}

interface InvalidVector {
  readonly expr: string;
  readonly reason: string;
}

const vectors = read<Vector>('cron-open.json');
const invalid = read<InvalidVector>('cron-invalid-open.json');

describe('reference vectors', () => {
  it('has all of them', () => {
    expect(vectors).to.have.length(392);
    expect(invalid).to.have.length(50);
  });

  for (const { expr, tz, after, next, why } of vectors) {
    it(`${expr} in ${tz} after ${after}: ${why}`, function () {
      if (needsNewerZones(why)) this.skip();
      const found = nextOccurrences(expr, { timezone: tz, after: new Date(after), count: next.length });
      expect(found.map(isoSeconds)).to.deep.equal(next);
    });

    it(`${expr} in ${tz} before its occurrences after ${after}`, function () {
      if (needsNewerZones(why)) this.skip();
      const found = next.map((instant) => previousOccurrence(expr, { timezone: tz, notAfter: new Date(instant) }));
      expect(found.map((date) => date && isoSeconds(date))).to.deep.equal(next);
    });
  }

  for (const { expr, reason } of invalid) {
    it(`refuses ${JSON.stringify(expr.slice(0, 30))}: ${reason}`, () => {
      expect(refusalOf(expr)).to.equal('invalid_cron');
    });
  }
});

function read<T>(file: string): readonly T[] {
  return JSON.parse(readFileSync(new URL(`../vectors/${file}`, import.meta.url), 'utf8')) as readonly T[];
}

/** Zone data comes with Node.js; a vector that names the release it needs cannot hold with an older one. */
function needsNewerZones(why: string): boolean {
  const [, needed] = /\(tzdata>=(\w+)\)/.exec(why) ?? [];
  const { tz } = process.versions as { readonly tz?: string };
  return needed !== undefined && tz !== undefined && tz < needed;
}

function isoSeconds(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}

function refusalOf(text: string): string | undefined {
  try {
    parseCron(text);
    return undefined;
  } catch (error) {
    return hasCode(error, 'invalid_cron') ? error.code : 'another error';
  }
}
