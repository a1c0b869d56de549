/** What the checker proves, each by its name. */
export const RULES = [
  'every occurrence once',
  'one active run',
  'chains and delays',
  'outcomes stay',
  'nothing runs for ever',
  'writes hold the lock',
  'agenda as the calendar',
  'edits are kept',
  'host transactions live',
  'processes live',
  'events are true',
  'somebody ticks',
] as const;

export type Rule = (typeof RULES)[number];

/** One thing that must not be. */
export interface Violation {
  readonly rule: Rule;
  /** The worker or the process. */
  readonly who: string;
  readonly what: string;
}

/** An instant as text. */
export function iso(at: number | null): string {
  return at === null ? 'never' : new Date(at).toISOString();
}

/** Groups in order of appearance. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
