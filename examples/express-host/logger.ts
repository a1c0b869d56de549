import type { Logger } from 'worker-schedules';
import { say } from './say.ts';

const quiet = (): void => undefined;

/** The host's logger for one role: warnings and errors; what goes as planned is told by events. */
export function loggerFor(who: string): Logger {
  const speak = (message: string, fields: object = {}): void =>
    say(who, [message, ...Object.values(fields).map(plain)].join('; '));
  return { debug: quiet, info: quiet, warn: speak, error: speak };
}

function plain(value: unknown): string {
  return value instanceof Error ? value.message : String(value);
}
