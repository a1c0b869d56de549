import type { Run } from '../../lib/ledger/run.ts';
import { silentLogger } from '../../lib/logger.ts';
import type { WorkerAdapter } from '../../lib/runner/worker-adapter.ts';

/** One attempt of an example's worker, without a runner. */
export interface Attempt<Tally> {
  readonly config: object;
  /** Hears every progress; may end the attempt. */
  readonly onProgress?: (tally: Tally, stop: () => void) => void | Promise<void>;
  /** Attempts of one occurrence have the same. */
  readonly occurrenceId?: string;
}

/** Runs an attempt and returns its last progress; an attempt that was ended throws "interrupted". */
export async function runAttempt<Tally extends object>(
  worker: WorkerAdapter<never>,
  { config, onProgress = () => undefined, occurrenceId = 'one' }: Attempt<Tally>,
): Promise<Tally | undefined> {
  const stopping = new AbortController();
  let last: Tally | undefined;
  const run = { config } as unknown as Run<never>;
  await worker.run(run, {
    ...{ signal: stopping.signal, scheduledFor: null, occurrenceId, attempt: 1, logger: silentLogger },
    progress: async (value) => {
      last = { ...(value as Tally) };
      await onProgress(last, () => stopping.abort(new Error('interrupted')));
    },
  });
  return last;
}
