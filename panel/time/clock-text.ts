import type { Locale } from '../words/words.ts';

/** How much of an instant is written. */
export type Detail = 'date' | 'day' | 'time' | 'second';

const FIELDS: Readonly<Record<Detail, Intl.DateTimeFormatOptions>> = {
  date: { weekday: 'short', day: 'numeric', month: 'short' },
  day: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  time: { hour: '2-digit', minute: '2-digit' },
  second: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' },
};

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(key: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
  const known = formats.get(key) ?? make();
  formats.set(key, known);
  return known;
}

/** What a clock in a zone shows; of a zone that this browser does not know, in UTC. */
export function clockText(
  instant: string | number,
  zone: string,
  { locale, detail = 'day' }: { locale: Locale; detail?: Detail },
): string {
  const make = (timeZone: string) =>
    new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...FIELDS[detail], hourCycle: 'h23', timeZone });
  const format = formatFor(`${locale} ${detail} ${zone}`, () => {
    try {
      return make(zone);
    } catch {
      return make('UTC');
    }
  });
  return format.format(new Date(instant));
}

/** The zone of the person who looks. */
export const viewerZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
