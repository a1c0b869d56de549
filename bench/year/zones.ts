import { offsetChanges } from '../../test/calendar/oracle.ts';
import type { Random } from '../../test/calendar/random.ts';

const MINUTE = 60_000;

/** From the first to the last instant, in milliseconds since 1970. */
export type Span = readonly [number, number];

/**
 * Zones for a simulation: first one for each different way in which clocks change in that span, so that every change of
 * the year is among them when `count` is large enough, then others until there are `count`.
 */
export function drawZones(random: Random, count: number, [from, to]: Span): readonly string[] {
  const byChanges = new Map<string, string[]>();
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const changes = offsetChanges(zone, Math.floor(from / MINUTE), Math.ceil(to / MINUTE));
    if (changes.length === 1) continue;
    const key = JSON.stringify(changes);
    byChanges.set(key, [...(byChanges.get(key) ?? []), zone]);
  }
  const zones = new Set([...byChanges.values()].map((alike) => random.pick(alike)));
  const others = Intl.supportedValuesOf('timeZone');
  while (zones.size < count) zones.add(random.pick(others));
  return [...zones].slice(0, count);
}
