import { isScheduleClientError } from '../../routes/client/index.ts';
import type { Word } from '../words/en.ts';
import type { Say } from '../words/words.ts';

/** Codes that an operator can do something about; of all others the API's own sentence is shown. */
const KNOWN: Readonly<Record<string, Word>> = {
  unauthenticated: 'fault_signed_out',
  forbidden: 'fault_forbidden',
  foreign_answer: 'fault_signed_out',
  network_failed: 'fault_network',
  timed_out: 'fault_network',
  database_unavailable: 'fault_database',
  time_limit: 'fault_database',
  database_in_recovery: 'fault_database',
  slot_contended: 'fault_contended',
};

/** What went wrong, in the language of the page where we know it. */
export function faultText(error: unknown, say: Say): string {
  if (!isScheduleClientError(error)) return error instanceof Error ? error.message : String(error);
  const word = Object.hasOwn(KNOWN, error.code) ? KNOWN[error.code] : undefined;
  return word === undefined ? error.detail : say(word);
}
