import type { CallOptions } from './call-options.ts';
import { ScheduleClientError } from './schedule-client-error.ts';

/** Seconds that a call may take if it does not say. */
const DEFAULT_SECONDS = 20;

/**
 * Does some work until it ends, the caller aborts or the time is over, whichever comes first; then the signal that the work
 * was given aborts. Holds also when the work does not listen to that. Throws `aborted` and `timed_out`.
 */
export async function withinLimits<T>(
  what: string,
  { signal, timeoutSeconds = DEFAULT_SECONDS }: CallOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = (): void => undefined;
  const given = new Promise<never>((_resolve, reject) => {
    const end = (error: ScheduleClientError): void => {
      reject(error);
      ending.abort(error);
    };
    onAbort = () => end(aborted(what, signal?.reason));
    const late = `${what} was not answered within ${timeoutSeconds} s.`;
    timer = setTimeout(() => end(new ScheduleClientError('timed_out', late)), timeoutSeconds * 1000);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted === true) onAbort();
  });
  try {
    return await (signal?.aborted === true ? given : Promise.race([work(ending.signal), given]));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function aborted(what: string, reason: unknown): ScheduleClientError {
  return new ScheduleClientError('aborted', `${what} was given up by its caller.`, { cause: reason });
}
