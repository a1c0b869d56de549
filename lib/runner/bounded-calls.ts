import { WorkerSchedulesError } from '../errors.ts';
import { Alarm } from './alarm.ts';

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
  readonly #overdue = new Set<Promise<unknown>>();

  /**
   * Throws `database_unavailable` after `limitMs`, at most 5000. `onLate` gets an answer that came after all.
   */
  async call<T>(
    work: () => Promise<T>,
    { limitMs = CALL_LIMIT_MS, onLate }: { readonly limitMs?: number; readonly onLate?: (value: T) => void } = {},
  ): Promise<T> {
    if (this.#overdue.size >= MAX_OVERDUE) throw noAnswer('earlier statements are still unanswered');
    const limit = Math.min(limitMs, CALL_LIMIT_MS);
    const sent: Sent = { late: false };
    const answer = awaitAnswer(work, sent, onLate);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        sent.late = true;
        this.#waitOn(answer);
        reject(noAnswer(`no answer within ${Math.round(limit)} ms`));
      }, limit);
    });
    try {
      return await Promise.race([answer, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Resolves when no call is overdue, after `limitMs` at the latest. */
  async settle(limitMs: number): Promise<void> {
    if (this.#overdue.size === 0) return;
    const patience = new Alarm();
    void Promise.allSettled(this.#overdue).then(() => patience.ring());
    await patience.sleep(limitMs);
  }

  #waitOn(answer: Promise<unknown>): void {
    this.#overdue.add(answer);
    const forget = (): void => void this.#overdue.delete(answer);
    answer.then(forget, forget);
  }
}

async function awaitAnswer<T>(work: () => Promise<T>, sent: Sent, onLate?: (value: T) => void): Promise<T> {
  const value = await work();
  if (sent.late) onLate?.(value);
  return value;
}

function noAnswer(detail: string): WorkerSchedulesError {
  return new WorkerSchedulesError('database_unavailable', `The database does not answer: ${detail}.`);
}
