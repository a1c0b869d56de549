import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { describeCron } from '../../lib/calendar/describe-cron.ts';
import { nextOccurrences } from '../../lib/calendar/next-occurrences.ts';

const page = readFileSync(new URL('../../docs/calendar.md', import.meta.url), 'utf8');

describe('docs/calendar.md', () => {
  it('has worked days and sentences', () => {
    expect(rowsUnder('Worked days')).to.have.length.at.least(12);
    expect(rowsUnder('In words')).to.have.length.at.least(3);
  });

  for (const [day, text, timezone, after, occurrences] of rowsUnder('Worked days')) {
    it(`tells the truth about ${text} in ${timezone}: ${day}`, () => {
      const told = occurrences!.split(', ').map((instant) => new Date(instant));
      const options = { timezone: timezone!, after: new Date(after!), count: told.length };
      expect(nextOccurrences(text!, options)).to.deep.equal(told);
    });
  }

  for (const [text, english, portuguese] of rowsUnder('In words')) {
    it(`quotes the sentences for ${text}`, () => {
      expect(describeCron(text!, { locale: 'en' })).to.equal(english);
      expect(describeCron(text!, { locale: 'pt-BR' })).to.equal(portuguese);
    });
  }
});

/** The body cells of the table under a heading, code marks taken off. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`|`$/g, '')),
  );
}
