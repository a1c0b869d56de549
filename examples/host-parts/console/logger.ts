import type { Logger } from 'worker-schedules';
import { say } from './say.ts';

const repeatAfterMs = 60_000;
const remembered = 100;

const quiet = (): void => undefined;

/**
 * The host's logger for one role: warnings and errors; what goes as planned is told by events. What repeats itself, as
 * while the database is away, is said once a minute.
 */
export function loggerFor(who: string): Logger {
  const saidAt = new Map<string, number>();
  const speak = (message: string, fields: object = {}): void => {
    const text = [message, ...Object.values(fields).map(plain)].join('; ');
    const now = performance.now();
    if (now - (saidAt.get(text) ?? -Infinity) < repeatAfterMs) return;
    if (saidAt.size >= remembered) saidAt.clear();
    saidAt.set(text, now);
    say(who, text);
  };
  return { debug: quiet, info: quiet, warn: speak, error: speak };
}

function plain(value: unknown): string {
  return value instanceof Error ? value.message : String(value);
}
