const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
] as const;

/** A duration in the largest unit that gives at least two of it: "90 s", "45 min", "3 d". */
export function elapsedText(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds / 1000);
  const unit = UNITS.find(([size]) => seconds >= 2 * size);
  if (unit !== undefined) return `${Math.floor(seconds / unit[0])} ${unit[1]}`;
  return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.floor(seconds)} s`;
}

/** How long an instant is gone. */
export function agoText(instant: Date | null, now: Date): string {
  return instant === null ? 'never' : `${elapsedText(now.getTime() - instant.getTime())} ago`;
}
