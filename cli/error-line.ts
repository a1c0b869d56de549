import { databaseMessage, isUnavailable, postgresCode } from '../lib/database/postgres-errors.ts';
import { messageOf } from '../lib/errors.ts';

/** A failure as one line for people and as members for programs; never a stack, and no statement. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** A message as one sentence of one line. */
export function oneLine(message: string): string {
  return message.replace(/\s+/g, ' ').trim().replace(/\.?$/, '.');
}

/** Node.js tries several addresses, and says nothing where it failed at each. */
function wordsOf(error: unknown): string {
  const words = databaseMessage(error);
  if (words !== '') return words;
  const inner = (error as { errors?: readonly unknown[] }).errors ?? [];
  return inner.map(messageOf).join('; ');
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? '' : ` (${wordsOf(cause)})`;
}

/** What an error is, said in one line. */
export function failureOf(error: unknown): Failure {
  const code = isUnavailable(error) ? 'database_unavailable' : (postgresCode(error) ?? 'unexpected');
  const message = oneLine(`${wordsOf(error)}${causeOf(error)}`);
  return { code, message };
}
