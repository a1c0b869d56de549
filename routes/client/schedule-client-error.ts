import type { FieldFault } from '../../lib/errors.ts';
import type { ProblemCode } from '../problem-status.ts';
import type { ProblemJson } from './answers.ts';

/** What can go wrong without a problem document; docs/client.md says what each code means. */
export const CLIENT_CODES = [
  'invalid_options',
  'invalid_argument',
  'headers_failed',
  'aborted',
  'timed_out',
  'network_failed',
  'empty_answer',
  'foreign_answer',
  'broken_json',
  'unexpected_shape',
] as const;

export type ClientCode = (typeof CLIENT_CODES)[number];

/** Every code that an error of the client can carry. A server that is newer than the client may know more. */
export type ScheduleClientErrorCode = ClientCode | ProblemCode;

/** What is known beside code and sentence; what is left out is null or empty. */
export interface ScheduleClientErrorFacts {
  readonly status?: number;
  readonly errors?: readonly FieldFault[] | undefined;
  readonly retryAfterSeconds?: number | null;
  readonly etag?: string | null;
  readonly problem?: ProblemJson;
  readonly cause?: unknown;
}

/**
 * Everything that a client throws. Recognise it with `isScheduleClientError` or by `code`, never by `instanceof`: several
 * copies of the package may live in one page or process.
 */
export class ScheduleClientError extends Error {
  readonly code: ScheduleClientErrorCode;
  /** The HTTP status; null when no answer came. */
  readonly status: number | null;
  /** What happened, in a sentence; the same as `message`. */
  readonly detail: string;
  /** The fields at fault. */
  readonly errors: readonly FieldFault[];
  /** Seconds after which to try again, where the answer says so. */
  readonly retryAfterSeconds: number | null;
  /** The tag of the schedule as it is now, where the answer names it (412). */
  readonly etag: string | null;
  /** The whole problem document, with members that its code adds; null when the answer was none. */
  readonly problem: ProblemJson | null;

  constructor(code: ScheduleClientErrorCode, detail: string, facts: ScheduleClientErrorFacts = {}) {
    super(detail, 'cause' in facts ? { cause: facts.cause } : undefined);
    this.name = 'ScheduleClientError';
    this.code = code;
    this.status = facts.status ?? null;
    this.detail = detail;
    this.errors = facts.errors ?? [];
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.etag = facts.etag ?? null;
    this.problem = facts.problem ?? null;
  }
}

/** Whether an unknown value is an error of a client, and carries this code if one is given; from whichever copy. */
export function isScheduleClientError(error: unknown, code?: ScheduleClientErrorCode): error is ScheduleClientError {
  if (!(error instanceof Error) || error.name !== 'ScheduleClientError' || !('code' in error)) return false;
  return code === undefined || error.code === code;
}
