import type { History } from '../audit/history.ts';
import { checkAgendaInstants } from './agenda-instants.ts';
import { checkChains } from './chains.ts';
import { checkEdits } from './edits.ts';
import { checkLeadership } from './leadership.ts';
import { checkFirstAttempts, checkOccurrences } from './occurrences.ts';
import { checkEvents, checkHost, checkProcesses } from './processes.ts';
import { checkOutcomes, checkSlots } from './runs.ts';
import { checkLeases, checkSilences } from './ticking.ts';
import type { Violation } from './violation.ts';

const CHECKS: readonly ((history: History) => Violation[])[] = [
  checkOccurrences,
  checkFirstAttempts,
  checkSlots,
  checkChains,
  checkOutcomes,
  checkLeases,
  checkLeadership,
  checkAgendaInstants,
  checkEdits,
  checkHost,
  checkProcesses,
  checkEvents,
  checkSilences,
];

/** Everything in a history that must not be. Pure. */
export function checkHistory(history: History): Violation[] {
  return CHECKS.flatMap((check) => check(history));
}
