/** SQLSTATE codes that we act on; the source is the PostgreSQL manual, appendix A. */
export const SQLSTATE = {
  uniqueViolation: '23505',
  lockNotAvailable: '55P03',
  deadlockDetected: '40P01',
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

/** Whether a statement gave way to another transaction: it waited long enough for a lock, or a deadlock was resolved at its cost. */
export function isLockConflict(error: unknown): boolean {
  return isLockTimeout(error) || postgresCode(error) === SQLSTATE.deadlockDetected;
}

export function isUniqueViolation(error: unknown): boolean {
  return postgresCode(error) === SQLSTATE.uniqueViolation;
}

const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
]);

/** Class 08 connection exceptions, 57P01-57P05 shutdown and start-up, 53300 too many connections. */
const UNAVAILABLE_STATE = /^(08...|57P0[1-5]|53300)$/;

const UNAVAILABLE_MESSAGE =
  /connection terminated|connection ended|timeout acquiring a connection|timeout expired|query read timeout|not queryable|client was closed|unable to acquire a connection|pool is (?:draining|destroyed)|^aborted$/i;

/**
 * Whether an error means that the database could not be reached or went away, rather than that it refused a statement.
 * Judged by its members: errors of another realm (Jest's) are no instances of our Error.
 */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const code = postgresCode(error);
  if (code !== undefined && (SYSTEM_CODES.has(code) || UNAVAILABLE_STATE.test(code))) return true;
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.some(isUnavailable);
  return 'message' in error && UNAVAILABLE_MESSAGE.test(String(error.message)) && !isSqlState(code);
}

/**
 * What the server said, without the statement that knex puts before it: statements and their values are nobody's to read
 * in a panel. Other errors keep their message.
 */
export function databaseMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = postgresCode(error);
  if (!isSqlState(code)) return error.message;
  const said = error.message.slice(error.message.lastIndexOf(' - ') + 1).replace(/^- /, '');
  return `${said} (SQLSTATE ${code ?? ''})`;
}
