import { timezoneNames } from '../../lib/calendar/timezone-names.ts';

/** A zone that was found, and what else the platform calls it. */
export interface FoundZone {
  readonly name: string;
  readonly also: string | undefined;
}

const SHOWN = 12;

/** What this platform takes a name for; undefined where it has no other name for it. */
function otherName(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone === name ? undefined : timeZone;
  } catch {
    return undefined;
  }
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .trim();

/** How good a match is, from 0; undefined for none: the name itself, a place that begins so, a part that does, the rest. */
function rankOf(name: string, wanted: string): number | undefined {
  const text = plain(name);
  if (text === wanted) return 0;
  if (text.slice(text.lastIndexOf('/') + 1).startsWith(wanted)) return 1;
  if (text.split('/').some((part) => part.startsWith(wanted))) return 2;
  return text.includes(wanted) ? 3 : undefined;
}

/** Zones and aliases whose names hold a text, the best first; accents, blanks and case do not matter. */
export function findZones(search: string): FoundZone[] {
  const wanted = plain(search);
  return timezoneNames
    .flatMap((name) => {
      const rank = rankOf(name, wanted);
      return rank === undefined ? [] : [{ name, rank }];
    })
    .sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name))
    .slice(0, SHOWN)
    .map(({ name }) => ({ name, also: otherName(name) }));
}
