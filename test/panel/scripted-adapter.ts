import type { Run } from '../../lib/ledger/run.ts';
import type { RunContext, WorkerAdapter } from '../../lib/runner/worker-adapter.ts';

/** Work that succeeds, fails or goes on, as the test has said last. */
export class ScriptedAdapter implements WorkerAdapter {
  /** What the next runs do. */
  next: 'succeed' | 'fail' | 'hold' = 'succeed';
  readonly #held = new Set<() => void>();

  async run(run: Run, context: RunContext): Promise<unknown> {
    if (this.next === 'fail')
      throw new RangeError(`the service answered 502 to attempt ${context.attempt} of ${run.workerName}`);
    if (this.next === 'succeed') return undefined;
    await context.progress({ done: 42, total: 100 });
    await new Promise<void>((resolve, reject) => {
      this.#held.add(resolve);
      context.signal.addEventListener('abort', () => reject(context.signal.reason as Error));
    });
    return undefined;
  }

  /** Lets the runs that go on succeed. */
  letGo(): void {
    for (const resolve of this.#held) resolve();
    this.#held.clear();
  }
}
