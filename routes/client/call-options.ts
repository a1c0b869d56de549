import { type Checks, checkOptions, optional } from './check-options.ts';

/** Options of every call. */
export interface CallOptions {
  /** Gives the call up when it aborts: error `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Seconds until the whole answer must be there: error `timed_out`. Default: 20, above what the API itself needs to give up. */
  readonly timeoutSeconds?: number | undefined;
}

/** Options of a call that writes a schedule: conditions on what it is now, else error `precondition_failed`. */
export interface WriteOptions extends CallOptions {
  /** The `etag` of the answer that the change was made from; '*' for any schedule. Null is refused: it is no condition. */
  readonly ifMatch?: string | null | undefined;
  /** '*' for a schedule that must not exist yet. */
  readonly ifNoneMatch?: string | undefined;
}

const isTag = (value: unknown): boolean => typeof value === 'string' && /^[!-~][ -~]*$/.test(value);

/** Timers of 2^31 ms and more would fire at once. */
const MAX_SECONDS = 2_000_000;

const isSeconds = (value: unknown): boolean => typeof value === 'number' && value > 0 && value <= MAX_SECONDS;

const isSignal = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value;

const CALL_CHECKS: Checks = {
  signal: [optional(isSignal), 'an AbortSignal is needed'],
  timeoutSeconds: [optional(isSeconds), `a number of seconds above 0 and up to ${MAX_SECONDS} is needed`],
};

const WRITE_CHECKS: Checks = {
  ...CALL_CHECKS,
  ifMatch: [
    optional(isTag),
    'the etag of an answer is needed, or *; a page sees it only if the host exposes the header',
  ],
  ifNoneMatch: [optional(isTag), 'the etag of an answer is needed, or *'],
};

/** Checks the options of a call; only those that write a schedule take conditions. Throws `invalid_options`. */
export function checkCallOptions(what: string, options: CallOptions | undefined, conditional: boolean): void {
  checkOptions(what, options, conditional ? WRITE_CHECKS : CALL_CHECKS);
}
