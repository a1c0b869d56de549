import type { ErrorCode } from '../lib/errors.ts';

/** Codes that only HTTP has, with their status. */
const HTTP_STATUS = {
  invalid_path: 400,
  invalid_json: 400,
  body_unreadable: 400,
  unauthenticated: 401,
  forbidden: 403,
  cross_site: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_timeout: 408,
  precondition_failed: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  invalid_body: 422,
  invalid_query: 422,
  internal_error: 500,
  time_limit: 503,
} as const;

/** Codes of the library; null means that it is no answer to a caller but a fault for the host's error handler. */
const LIBRARY_STATUS = {
  invalid_cron: 422,
  invalid_timezone: 422,
  invalid_schedule: 422,
  invalid_request: 422,
  config_failed: 422,
  unknown_worker: 404,
  no_schedule: 404,
  no_run: 404,
  slot_busy: 409,
  run_over: 409,
  slot_contended: 503,
  database_unavailable: 503,
  database_in_recovery: 503,
  invalid_options: null,
  invalid_catalogue: null,
  lease_lost: null,
  schema_missing: null,
  privilege_missing: null,
  migration_refused: null,
  migration_blocked: null,
  connection_pooled: null,
  leadership_lost: null,
} as const satisfies Record<ErrorCode, number | null>;

/** Every code that a problem document can carry, with its status; documented in docs/error-codes.md. */
export const PROBLEM_STATUS: Readonly<Record<string, number | null>> = Object.freeze({
  ...HTTP_STATUS,
  ...LIBRARY_STATUS,
});

export type ProblemCode = keyof typeof HTTP_STATUS | ErrorCode;

/** The status of a code, or null when no caller is answered with it. */
export function problemStatus(code: string): number | null {
  return Object.hasOwn(PROBLEM_STATUS, code) ? (PROBLEM_STATUS[code] ?? null) : null;
}
