import { WorkerSchedulesError } from '../errors.ts';

/** Longest time that the runner waits for the answer to one statement (ms). */
export const CALL_LIMIT_MS = 5000;

/** Unanswered calls of one owner that may wait on: they hold connections of the host's pool. */
const MAX_OVERDUE = 2;

interface Sent {
  late: boolean;
}

/**
 * Calls to the database that always end in bounded time. A call that is not answered in time goes on without us (a
 * statement that is under way cannot be taken back); while two such are out, no further one is sent.
 */
export class BoundedCalls {
  #overdue = 0;

  /**
   * Throws `database_unavailable` after `limitMs`, at most 5000. `onLate` gets an answer that came after all.
   */
  async call<T>(
    work: () => Promise<T>,
    { limitMs = CALL_LIMIT_MS, onLate }: { readonly limitMs?: number; readonly onLate?: (value: T) => void } = {},
  ): Promise<T> {
    if (this.#overdue >= MAX_OVERDUE) throw noAnswer('earlier statements are still unanswered');
    const limit = Math.min(limitMs, CALL_LIMIT_MS);
    const sent: Sent = { late: false };
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        sent.late = true;
        this.#overdue += 1;
        reject(noAnswer(`no answer within ${Math.round(limit)} ms`));
      }, limit);
    });
    try {
      return await Promise.race([this.#await(work, sent, onLate), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #await<T>(work: () => Promise<T>, sent: Sent, onLate?: (value: T) => void): Promise<T> {
    try {
      const value = await work();
      if (sent.late) onLate?.(value);
      return value;
    } finally {
      if (sent.late) this.#overdue -= 1;
    }
  }
}

function noAnswer(detail: string): WorkerSchedulesError {
  return new WorkerSchedulesError('database_unavailable', `The database does not answer: ${detail}.`);
}
