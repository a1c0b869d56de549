/** What one contender needed or managed; `isMoreThan` when it was given up at this value. */
export interface Value {
  readonly contender: string;
  readonly value: number;
  readonly isMoreThan?: boolean;
}

/**
 * What is to be reached. With `beside`, the ratio to that contender: `at most` limits how much worse we are, `at least`
 * says how much better. Without it, our own value in the row's unit.
 */
export interface Target {
  readonly limit: 'at most' | 'at least';
  readonly value: number;
  readonly beside?: string;
}

/** One thing that was measured for several contenders; the first value is ours. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  readonly better: 'less' | 'more';
  readonly values: readonly Value[];
  readonly targets: readonly Target[];
}

/** The rows of one section, and what the machine did at the time. */
export interface MeasuredSection {
  readonly name: string;
  readonly title: string;
  /** When it was over, as ISO 8601. */
  readonly measuredAt: string;
  /** Processes that wanted to run, over the last minute, before and after. */
  readonly load: readonly [before: number, after: number];
  readonly seconds: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
}
