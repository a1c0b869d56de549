/** Which days an expression names, as bit masks: bit 1–31 for a day of the month, bit 0 (Sunday) to 6 for a weekday. */
export interface DayRule {
  readonly daysOfMonth: number;
  readonly lastDayOfMonth: boolean;
  readonly daysOfWeek: number;
  /** Weekday masks of `5#n`; index 0 holds the first such weekday of the month, index 4 the fifth. */
  readonly nthDaysOfWeek: readonly number[];
  /** Weekday mask of `5L`, the last such weekday of the month. */
  readonly lastDaysOfWeek: number;
  /** True when both day fields are restricted: then a day matches if either of them does (the classic OR). */
  readonly either: boolean;
}

/** A checked cron expression as bit masks; frozen, made by `parseCron` only. */
export interface CronExpression {
  /** The text as it was given. */
  readonly text: string;
  /** `interval` when the hour field contains `*`: it follows real time; `fixed-time` follows the wall clock. */
  readonly kind: 'interval' | 'fixed-time';
  /** Bits 0–29 of `low` are the minutes 0–29, those of `high` the minutes 30–59. */
  readonly minutes: { readonly low: number; readonly high: number };
  /** Bits 0–23. */
  readonly hours: number;
  /** Bits 1–12. */
  readonly months: number;
  readonly days: DayRule;
}
