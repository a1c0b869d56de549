export type CronFieldName = 'minute' | 'hour' | 'day-of-month' | 'month' | 'day-of-week';

/** One of the five fields: its range, how many different values it has (the largest step) and the names it takes. */
export interface CronField {
  readonly name: CronFieldName;
  readonly min: number;
  readonly max: number;
  readonly size: number;
  readonly names: readonly string[];
  /** The value of `names[0]`. */
  readonly firstName: number;
}

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** The five fields in the order in which an expression writes them. */
export const cronFields: readonly CronField[] = [
  { name: 'minute', min: 0, max: 59, size: 60, names: [], firstName: 0 },
  { name: 'hour', min: 0, max: 23, size: 24, names: [], firstName: 0 },
  { name: 'day-of-month', min: 1, max: 31, size: 31, names: [], firstName: 1 },
  { name: 'month', min: 1, max: 12, size: 12, names: monthNames, firstName: 1 },
  { name: 'day-of-week', min: 0, max: 7, size: 7, names: weekdayNames, firstName: 0 },
];

/** The range of a field as a sentence says it: "0–23", "1–12 or JAN–DEC". */
export function rangeOf(field: CronField): string {
  const names = field.names.length === 0 ? '' : ` or ${field.names[0] ?? ''}–${field.names.at(-1) ?? ''}`;
  return `${field.min}–${field.max}${names}`;
}
