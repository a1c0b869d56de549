/** The date of a wall-clock reading in milliseconds, such as 2026-03-08. */
export function dateText(reading: number): string {
  return isoText(reading).replace(/T.*$/, '');
}

/** The time of a wall-clock reading in milliseconds, such as 02:30. */
export function timeText(reading: number): string {
  return isoText(reading).replace(/^.*T/, '').slice(0, 5);
}

/** Date and time of a wall-clock reading in milliseconds to the second, without a zone, such as 2026-03-08T02:30:00. */
export function readingText(reading: number): string {
  return isoText(reading).replace(/\..*$/, '');
}

/** An offset in milliseconds as ISO 8601 writes it: +05:45, and -04:56:02 for the local mean times of old. */
export function offsetText(offset: number): string {
  const text = timeText(Math.abs(offset));
  const seconds = Math.floor(Math.abs(offset) / 1000) % 60;
  return `${offset < 0 ? '-' : '+'}${text}${seconds === 0 ? '' : `:${String(seconds).padStart(2, '0')}`}`;
}

function isoText(reading: number): string {
  return new Date(Math.max(-8.64e15, Math.min(8.64e15, reading))).toISOString();
}
