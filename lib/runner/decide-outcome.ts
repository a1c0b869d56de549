import { errorText } from '../ledger/error-text.ts';
import type { Outcome } from '../ledger/transitions.ts';
import type { RunAbortedError } from './run-aborted-error.ts';

/** How an adapter's work ended; abandoned when it had not ended by the time its runner had to. */
export type WorkEnd =
  | { readonly kind: 'returned' }
  | { readonly kind: 'abandoned' }
  | { readonly kind: 'threw'; readonly error: unknown };

export interface ReportedOutcome {
  readonly outcome: Outcome;
  readonly error: string | null;
}

/**
 * What to report. Work that returned is a SUCCESS whatever happened meanwhile. Work that threw after its signal was
 * aborted was interrupted (the ledger makes that CANCELLED where a cancel was requested), otherwise it failed.
 */
export function decideOutcome(end: WorkEnd, reason: RunAbortedError | undefined): ReportedOutcome {
  if (end.kind === 'returned') return { outcome: 'SUCCESS', error: null };
  if (end.kind === 'abandoned') return { outcome: 'INTERRUPTED', error: errorText(reason) };
  if (reason === undefined) return { outcome: 'FAILED', error: errorText(end.error) };
  return { outcome: 'INTERRUPTED', error: errorText(isAbort(end.error) ? reason : end.error) };
}

/** Libraries that heed a signal reject with its reason or with an AbortError of their own. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
