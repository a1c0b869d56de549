import cluster, { type Worker } from 'node:cluster';
import { say } from '../console/say.ts';

const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** A process that lived this long begins its back-off anew. */
const steadyMs = 60_000;
const stopLimitMs = 20_000;

/** The process of one role, forked again, ever later, when it dies. */
export class KeptProcess {
  readonly #role: string;
  readonly #env: Record<string, string>;
  readonly #stopping: AbortSignal;
  #worker: Worker | undefined;
  #deaths = 0;
  #timer: NodeJS.Timeout | undefined;
  #ended: () => void = () => undefined;
  #listening: (address: string) => void = () => undefined;

  /** From when on `stopping` is aborted it is not forked again. */
  constructor(role: string, env: Readonly<Record<string, string>>, stopping: AbortSignal) {
    this.#role = role;
    this.#env = { ...env };
    this.#stopping = stopping;
    this.#fork();
  }

  /** Resolves with the address when the process has said where it listens. */
  async address(): Promise<string> {
    return await new Promise((resolve) => (this.#listening = resolve));
  }

  /** Lets the process end what it is doing, and resolves when it is gone; to be called when `stopping` is aborted. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    if (worker === undefined) return;
    const gone = new Promise<void>((resolve) => (this.#ended = resolve));
    worker.process.kill('SIGTERM');
    const limit = setTimeout(() => worker.process.kill('SIGKILL'), stopLimitMs);
    await gone;
    clearTimeout(limit);
  }

  #fork(): void {
    cluster.setupPrimary({ args: [this.#role] });
    const worker = cluster.fork(this.#env);
    const bornAt = performance.now();
    this.#worker = worker;
    worker.on('message', (message: { readonly address?: string }) => this.#hear(message));
    // What cannot be told to a process that is just ending is no reason to end with it.
    worker.on('error', ({ message }) => say('host', `the ${this.#role} process does not hear: ${message}`));
    worker.once('exit', (code, signal) => {
      this.#worker = undefined;
      if (this.#stopping.aborted) this.#ended();
      else this.#forkAgain(signal || `exit code ${code}`, performance.now() - bornAt);
    });
  }

  #forkAgain(cause: string, livedMs: number): void {
    this.#deaths = livedMs > steadyMs ? 1 : this.#deaths + 1;
    const pauseMs = Math.min(firstPauseMs * 2 ** (this.#deaths - 1), longestPauseMs);
    say('host', `the ${this.#role} process has ended (${cause}); it starts again in ${pauseMs / 1000} s`);
    this.#timer = setTimeout(() => this.#fork(), pauseMs);
  }

  /** The port stays what it was when the process comes again. */
  #hear({ address }: { readonly address?: string }): void {
    if (address === undefined) return;
    this.#env['PORT'] = new URL(address).port;
    this.#listening(address);
  }
}
