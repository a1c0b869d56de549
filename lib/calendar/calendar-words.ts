import type { CronClaims, TimeClaim } from './cron-claims.ts';

/** How one language says the three parts of a sentence. */
export interface CalendarWords {
  readonly time: (claim: TimeClaim) => string;
  readonly days: (claim: CronClaims['days']) => string;
  readonly months: (claim: NonNullable<CronClaims['months']>) => string;
}

/** "a, b and c", with the language's word for "and". */
export function joinList(items: readonly string[], and: string): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${and} ${last}`;
}

/** Minutes since midnight as a 24-hour clock shows them, such as 09:05. */
export function clockText(minuteOfDay: number): string {
  const hour = Math.floor(minuteOfDay / 60);
  return `${pad(hour)}:${pad(minuteOfDay - hour * 60)}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
