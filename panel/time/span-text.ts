const UNITS: readonly (readonly [ms: number, unit: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
];

/** A length of time in its two largest units, such as "2 h 5 min"; both languages write these units alike. */
export function spanText(ms: number): string {
  const whole = Math.max(0, Math.round(Math.abs(ms) / 1000)) * 1000;
  if (Math.abs(ms) < 1000) return `${Math.round(Math.abs(ms))} ms`;
  const first = UNITS.findIndex(([size]) => whole >= size);
  let rest = whole;
  const parts: string[] = [];
  for (const [size, unit] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.join(' ');
}
