import type { Catalogue } from '../catalogue/define-catalogue.ts';
import { Limiter } from './limiter.ts';
import { type Resolution, resolveTarget, type ResolveTarget, timedOut } from './resolution.ts';

/** How many calls of host code begin at a time. */
const WIDTH = 10;
/** How long a tick waits for host code before it decides the schedules that are ready. */
const PATIENCE_MS = 100;

interface Entry {
  resolution: Resolution | undefined;
  /** Whether a tick went on without it; then its answer is news. */
  late: boolean;
  readonly settled: Promise<void>;
}

export interface Resolved<Target> {
  readonly target: Target;
  readonly resolution: Resolution;
}

/**
 * Runs the host's validation and `resolveConfig` outside every transaction, once per distinct (worker, request). A tick takes
 * what is ready and leaves the rest due; host code that hangs or throws so delays only its own worker.
 */
export class Resolver {
  readonly #catalogue: Catalogue | undefined;
  readonly #timeoutMs: number;
  readonly #onSettled: () => void;
  readonly #limiter = new Limiter(WIDTH);
  readonly #entries = new Map<string, Entry>();

  constructor(catalogue: Catalogue | undefined, timeoutMs: number, onSettled: () => void) {
    this.#catalogue = catalogue;
    this.#timeoutMs = timeoutMs;
    this.#onSettled = onSettled;
  }

  /** Starts what is new, waits a moment, and returns what is ready; each answer is used once, so that configs stay fresh. */
  async resolve<Target extends ResolveTarget>(targets: readonly Target[]): Promise<Resolved<Target>[]> {
    const keys = new Map(targets.map((target) => [keyOf(target), target]));
    for (const [key, entry] of this.#entries) {
      if (entry.resolution !== undefined && !keys.has(key)) this.#entries.delete(key);
    }
    for (const [key, target] of keys) {
      if (!this.#entries.has(key)) this.#entries.set(key, this.#start(target));
    }
    await this.#patience([...keys.keys()]);
    return targets.flatMap((target) => {
      const resolution = this.#entries.get(keyOf(target))?.resolution;
      return resolution === undefined ? [] : [{ target, resolution }];
    });
  }

  /** Forgets the answers for these targets: they were written, or must be asked for anew. */
  forget(targets: readonly ResolveTarget[]): void {
    for (const target of targets) this.#entries.delete(keyOf(target));
  }

  async #patience(keys: readonly string[]): Promise<void> {
    const waiting = keys.flatMap((key) => {
      const entry = this.#entries.get(key);
      return entry === undefined || entry.resolution !== undefined ? [] : [entry];
    });
    if (waiting.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([Promise.all(waiting.map((entry) => entry.settled)), enough]);
    clearTimeout(timer);
    for (const entry of waiting) entry.late = true;
  }

  #start(target: ResolveTarget): Entry {
    const entry: Entry = {
      resolution: undefined,
      late: false,
      settled: this.#run(target).then((resolution) => {
        entry.resolution = resolution;
        if (entry.late) this.#onSettled();
      }),
    };
    return entry;
  }

  async #run(target: ResolveTarget): Promise<Resolution> {
    const leave = await this.#limiter.enter();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Resolution>((resolve) => {
      timer = setTimeout(() => resolve(timedOut(this.#timeoutMs)), this.#timeoutMs);
      timer.unref();
    });
    try {
      return await Promise.race([resolveTarget(this.#catalogue, target), late]);
    } finally {
      clearTimeout(timer);
      leave();
    }
  }
}

function keyOf({ workerName, request }: ResolveTarget): string {
  return `${workerName}\0${JSON.stringify(request)}`;
}
