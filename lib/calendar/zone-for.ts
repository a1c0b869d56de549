import { IANAZone } from 'luxon';
import { BoundedCache } from './bounded-cache.ts';
import { checkTimezone } from './check-timezone.ts';
import { ZoneTable } from './zone-table.ts';

const MINUTE = 60_000;
/** Two days inside the range of Date: at its very ends a local date does not exist any more. */
const LAST_ASKED = 8.64e15 - 2 * 86_400_000;

/** One table for each name of the list, at most. */
const tables = new BoundedCache<string, ZoneTable>(640);

/** The table of a zone's offset changes; throws `invalid_timezone` as `checkTimezone` does. */
export function zoneFor(timezone: string): ZoneTable {
  const known = tables.get(timezone);
  if (known !== undefined) {
    return known;
  }
  const name = checkTimezone(timezone);
  const table = tables.get(name) ?? new ZoneTable(offsetsOf(name));
  tables.set(name, table);
  return table;
}

function offsetsOf(name: string): (instant: number) => number {
  const zone = IANAZone.create(name);
  return (instant) => zone.offset(Math.max(-LAST_ASKED, Math.min(LAST_ASKED, instant))) * MINUTE;
}
