import { expect } from 'chai';
import { z } from 'zod';
import { defineCatalogue } from '../../lib/catalogue/define-catalogue.ts';
import { enqueueRun } from '../../lib/ledger/enqueue-run.ts';
import type { Run } from '../../lib/ledger/run.ts';
import type { RunnerEvents } from '../../lib/runner/runner-events.ts';
import type { RunnerOptions } from '../../lib/runner/runner-options.ts';
import { type Runner, startRunner } from '../../lib/runner/start-runner.ts';
import type { RunContext, WorkerAdapter } from '../../lib/runner/worker-adapter.ts';
import type { TestDatabase } from '../support/databases.ts';
import { waitFor } from '../support/wait-for.ts';

const request = z.object({ folder: z.string(), depth: z.number().default(3) });

export const catalogue = defineCatalogue({
  walk: { label: 'Walk a folder', request },
  count: { label: 'Count', request },
  send: { label: 'Send', request },
});

type WorkerName = keyof typeof catalogue.workers;

export async function queueRun(database: TestDatabase, workerName: WorkerName = 'walk'): Promise<Run> {
  return await enqueueRun(database.knex, { workerName, request: { folder: '/tmp' } }, { catalogue });
}

type Input = z.input<typeof request>;

/** A run that an adapter of the test is working on. */
export interface Work {
  readonly run: Run<Input>;
  readonly context: RunContext;
  readonly finish: () => void;
  readonly fail: (error: Error) => void;
}

/** An adapter whose work ends when the test says so, whatever its signal does. */
export class HeldAdapter implements WorkerAdapter<Input> {
  readonly works: Work[] = [];

  async run(run: Run<Input>, context: RunContext): Promise<unknown> {
    return await new Promise((resolve, reject) => {
      const finish = (): void => resolve(undefined);
      const fail = (error: Error): void => reject(error);
      this.works.push({ run, context, finish, fail });
    });
  }

  /** The nth work, from 0, as soon as it has begun. */
  async work(n = 0): Promise<Work> {
    return await waitFor(() => this.works[n], { what: `work ${n}` });
  }
}

/** An adapter that ends when its signal says so. */
export class ObedientAdapter extends HeldAdapter {
  override async run(run: Run<Input>, context: RunContext): Promise<unknown> {
    const held = super.run(run, context);
    const aborted = new Promise((_, reject) => {
      context.signal.addEventListener('abort', () => reject(context.signal.reason as Error));
    });
    return await Promise.race([held, aborted]);
  }
}

type Happening = {
  readonly [Name in keyof RunnerEvents]: { readonly name: Name } & RunnerEvents[Name];
}[keyof RunnerEvents];

const EVENT_NAMES = [
  ...(['claimed', 'succeeded', 'failed', 'interrupted', 'cancelled', 'aborted', 'lease-lost'] as const),
  ...(['outcome-dropped', 'abandoned', 'unavailable', 'available', 'stopped'] as const),
];

/** A runner and everything that it has said. */
export class RecordedRunner {
  readonly runner: Runner;
  readonly happenings: Happening[] = [];

  constructor(runner: Runner) {
    this.runner = runner;
    for (const name of EVENT_NAMES) {
      runner.on(name, (payload) => this.happenings.push({ name, ...payload } as Happening));
    }
  }

  get names(): string[] {
    return this.happenings.map((happening) => happening.name);
  }

  /** The nth event of a name, from 0, as soon as it was emitted. */
  async event<Name extends Happening['name']>(name: Name, n = 0): Promise<Extract<Happening, { name: Name }>> {
    const found = await waitFor(() => this.happenings.filter((happening) => happening.name === name)[n], {
      what: `event ${name} ${n}; there were ${this.names.join(', ')}`,
    });
    return found as Extract<Happening, { name: Name }>;
  }
}

type Options = Partial<RunnerOptions<{ walk: typeof request; count: typeof request; send: typeof request }>>;

const started: RecordedRunner[] = [];

/** Starts a runner with quick polls; `stopRunners` ends it. */
export async function start(database: Pick<TestDatabase, 'knex'>, options: Options): Promise<RecordedRunner> {
  const runner = await startRunner(database.knex, {
    ...{ catalogue, workers: { walk: new HeldAdapter() }, pollSeconds: 0.1, graceSeconds: 0 },
    ...options,
  });
  const recorded = new RecordedRunner(runner);
  started.push(recorded);
  return recorded;
}

/** Stops what the test has started, so that nothing claims the next test's runs. */
export async function stopRunners(): Promise<void> {
  await Promise.all(started.splice(0).map(({ runner }) => runner.stop()));
}

export function expectReason(signal: AbortSignal, code: string): void {
  expect(signal.aborted).to.equal(true);
  expect(signal.reason).to.include({ name: 'RunAbortedError', code });
}
