import { appendFileSync } from 'node:fs';

/** One line of a process's log. */
export interface LogLine {
  /** Milliseconds of the machine's monotonic clock, which all processes share and none can move. */
  readonly at: number;
  readonly member: string;
  readonly pid: number;
  readonly event: string;
  readonly [detail: string]: unknown;
}

/** The machine's monotonic clock (ms). */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000;
}

/** Writes a line at once, so that it is there when the process is killed in the next moment. */
export function say(event: string, details: object = {}): void {
  const line = { at: monotonicMs(), member: process.env['CHAOS_MEMBER'], pid: process.pid, event, ...details };
  appendFileSync(process.env['CHAOS_LOG'] ?? '/dev/null', `${JSON.stringify(line)}\n`);
}

/** What must never happen in a host's process is written down; the process lives on, for its log is what counts. */
export function sayWhatIsUnhandled(): void {
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (reason: unknown) => say('unhandled', { kind: event, reason: describe(reason) }));
  }
}

/** An error with its stack, or whatever else was thrown. */
export function describe(reason: unknown): string {
  return reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
}
