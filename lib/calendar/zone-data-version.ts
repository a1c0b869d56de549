import process from 'node:process';

/** The version of the zone data that this process computes with, such as "2025c", or its ICU's version when unknown. */
export function zoneDataVersion(): string {
  const { tz, icu } = process.versions;
  return tz ?? `icu ${icu ?? 'unknown'}`;
}
