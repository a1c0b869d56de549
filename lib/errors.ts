/** Every code that an error of this package can carry; the list is closed and documented in docs/error-codes.md. */
export type ErrorCode =
  | 'invalid_options'
  | 'invalid_catalogue'
  | 'invalid_cron'
  | 'invalid_timezone'
  | 'invalid_schedule'
  | 'unknown_worker'
  | 'invalid_request'
  | 'config_failed'
  | 'no_schedule'
  | 'no_run'
  | 'slot_busy'
  | 'slot_contended'
  | 'lease_lost'
  | 'run_over'
  | 'schema_missing'
  | 'privilege_missing'
  | 'migration_refused'
  | 'migration_blocked'
  | 'database_unavailable'
  | 'database_in_recovery'
  | 'connection_pooled'
  | 'leadership_lost';

/** One fault of one input field: a dotted path ("cron", "request.folder"), a stable code and a sentence. */
export interface FieldFault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export interface ErrorExtras {
  readonly cause?: unknown;
  readonly fields?: readonly FieldFault[];
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Base of every error this package throws on purpose. Recognise it by `code`, never by `instanceof`: several copies of
 * the package may live in one process.
 */
export class WorkerSchedulesError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldFault[];
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = 'WorkerSchedulesError';
    this.code = code;
    this.fields = extras.fields ?? [];
    this.details = extras.details ?? {};
  }
}

/** Whether an unknown value is an error that carries this code, from whichever copy of the package. */
export function hasCode<C extends ErrorCode>(
  error: unknown,
  code: C,
): error is WorkerSchedulesError & { readonly code: C } {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The message of an unknown thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
