import { type FieldFault, hasCode, messageOf } from '../lib/errors.ts';
import { isSqlState, isUnavailable, postgresCode } from '../lib/database/postgres-errors.ts';
import { type Answer, jsonAnswer } from './answer.ts';
import { type ProblemCode, problemStatus } from './problem-status.ts';

export interface ProblemExtras {
  readonly fields?: readonly FieldFault[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the document. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** A problem that HTTP itself is the reason of. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly extras: ProblemExtras;

  constructor(code: ProblemCode, detail: string, extras: ProblemExtras = {}) {
    super(detail);
    this.name = 'ProblemError';
    this.code = code;
    this.extras = extras;
  }
}

/** Seconds after which a caller may try again. */
const RETRY_AFTER = '2';

/** SQLSTATEs that mean "not now" and not "not so": the host's statement limit, a lost race, a server that only reads. */
const PASSING_STATES: Readonly<Record<string, ProblemCode>> = {
  '57014': 'time_limit',
  '40001': 'slot_contended',
  '40P01': 'slot_contended',
  '25006': 'database_unavailable',
};

const UNAVAILABLE_DETAIL =
  'The database cannot be reached at the moment; nothing can be said about the request. Try again.';

interface TypedError extends Error {
  readonly code: ProblemCode;
  readonly fields: readonly FieldFault[];
  readonly details: Readonly<Record<string, unknown>>;
}

function isTyped(error: unknown): error is TypedError {
  return error instanceof Error && 'code' in error && 'fields' in error && Array.isArray(error.fields);
}

/** The problem that an error is, or undefined for one that nobody expected. */
export function toProblem(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (isTyped(error)) return problemStatus(error.code) === null ? undefined : fromTyped(error);
  if (isUnavailable(error)) return new ProblemError('database_unavailable', UNAVAILABLE_DETAIL);
  const code = PASSING_STATES[postgresCode(error) ?? ''];
  return code === undefined ? undefined : new ProblemError(code, 'The database could not do this in time. Try again.');
}

function fromTyped(error: TypedError): ProblemError {
  if (hasCode(error, 'config_failed')) return fromConfigFault(error);
  return new ProblemError(error.code, error.message, { fields: error.fields, members: slotHolder(error) });
}

/** The host's resolver failed: its database's words are not for callers, and a database that is away is not their fault. */
function fromConfigFault(error: TypedError): ProblemError {
  if (isUnavailable(error.cause)) return new ProblemError('database_unavailable', UNAVAILABLE_DETAIL);
  return new ProblemError('config_failed', `ConfigError: ${publicReason(error.cause)}`);
}

/** An error of the host's code in words that may be shown: never the text of an SQL statement. */
export function publicReason(error: unknown): string {
  const code = postgresCode(error);
  return isSqlState(code) ? `a database query failed (${code ?? ''})` : messageOf(error);
}

function slotHolder(error: TypedError): Record<string, unknown> {
  if (!hasCode(error, 'slot_busy')) return {};
  const { runId, status, notBefore } = error.details;
  return { run: { id: runId, status, not_before: notBefore } };
}

function titleOf(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The RFC 9457 document of a problem. */
export function problemAnswer({ code, message, extras }: ProblemError): Answer {
  const status = problemStatus(code) ?? 500;
  const { fields = [], headers = {}, members = {} } = extras;
  const document = {
    type: `urn:problem-type:worker-schedules:${code}`,
    title: titleOf(code),
    status,
    detail: message,
    code,
    ...(fields.length === 0 ? {} : { errors: fields }),
    ...members,
  };
  return jsonAnswer(document, {
    status,
    contentType: 'application/problem+json; charset=utf-8',
    headers: { ...(status === 503 ? { 'Retry-After': RETRY_AFTER } : {}), ...headers },
  });
}
