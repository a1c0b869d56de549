/** SQLSTATE codes that we act on; the source is the PostgreSQL manual, appendix A. */
export const SQLSTATE = {
  uniqueViolation: '23505',
  lockNotAvailable: '55P03',
  invalidText: '22P02',
  outOfRange: '22003',
} as const;

/** The SQLSTATE or system code of an unknown error, if it has one. */
export function postgresCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Whether a code is a server's answer (five digits or capitals) and not one of ours or of the operating system. */
export function isSqlState(code: string | undefined): boolean {
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && /[0-9]/.test(code);
}

export function isLockTimeout(error: unknown): boolean {
  return postgresCode(error) === SQLSTATE.lockNotAvailable;
}

export function isUniqueViolation(error: unknown): boolean {
  return postgresCode(error) === SQLSTATE.uniqueViolation;
}

const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

/** Class 08 connection exceptions, 57P01-57P05 shutdown and start-up, 53300 too many connections. */
const UNAVAILABLE_STATE = /^(08...|57P0[1-5]|53300)$/;

const UNAVAILABLE_MESSAGE =
  /connection terminated|connection ended|timeout acquiring a connection|timeout expired|not queryable|client was closed|unable to acquire a connection|pool is (?:draining|destroyed)|aborted/i;

/** Whether an error means that the database could not be reached or went away, rather than that it refused a statement. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = postgresCode(error);
  if (code !== undefined && (SYSTEM_CODES.has(code) || UNAVAILABLE_STATE.test(code))) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return UNAVAILABLE_MESSAGE.test(error.message) && !isSqlState(code);
}
