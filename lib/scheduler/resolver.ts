import { Limiter } from './limiter.ts';
import type { Resolution } from './resolution.ts';

/** How many calls of host code begin at a time. */
const WIDTH = 10;
/** How long a tick waits for host code before it decides the schedules that are ready. */
const PATIENCE_MS = 100;

interface Entry<Answer> {
  resolution: Answer | undefined;
  /** Whether a tick went on without it; then its answer is news. */
  late: boolean;
  readonly settled: Promise<void>;
}

export interface Resolved<Target, Answer = Resolution> {
  readonly target: Target;
  readonly resolution: Answer;
}

/** Host code that is asked about targets. */
export interface HostQuestion<Wanted, Answer> {
  /** Never rejects. */
  readonly ask: (target: Wanted) => Promise<Answer>;
  /** The answer where no host code has to be asked; undefined where it has. */
  readonly answerAtOnce: (target: Wanted) => Answer | undefined;
  /** Targets of one key have one answer. */
  readonly keyOf: (target: Wanted) => string;
  /** The answer for a target whose own took too long. */
  readonly timedOut: (target: Wanted) => Answer;
  readonly timeoutMs: number;
  /** Called when an answer comes for which a tick did not wait. */
  readonly onSettled: () => void;
}

/**
 * Runs host code outside every transaction, once per distinct key. A tick takes what is ready and leaves the rest for the
 * next; host code that hangs or throws so delays only its own worker.
 */
export class Resolver<Wanted extends object, Answer> {
  readonly #question: HostQuestion<Wanted, Answer>;
  readonly #limiter = new Limiter(WIDTH);
  readonly #entries = new Map<string, Entry<Answer>>();
  readonly #keys = new WeakMap<Wanted, string>();

  constructor(question: HostQuestion<Wanted, Answer>) {
    this.#question = question;
  }

  /** Starts what is new, waits a moment, and returns what is ready; each answer is used once, so that configs stay fresh. */
  async resolve<Target extends Wanted>(targets: readonly Target[]): Promise<Resolved<Target, Answer>[]> {
    const { answerAtOnce } = this.#question;
    const asked = targets.filter((target) => answerAtOnce(target) === undefined);
    if (asked.length > 0 || this.#entries.size > 0) await this.#ask(asked);
    return targets.flatMap((target) => {
      const resolution = answerAtOnce(target) ?? this.#entries.get(this.#keyOf(target))?.resolution;
      return resolution === undefined ? [] : [{ target, resolution }];
    });
  }

  async #ask(targets: readonly Wanted[]): Promise<void> {
    const keys = new Map(targets.map((target) => [this.#keyOf(target), target]));
    for (const [key, entry] of this.#entries) {
      if (entry.resolution !== undefined && !keys.has(key)) this.#entries.delete(key);
    }
    for (const [key, target] of keys) {
      if (!this.#entries.has(key)) this.#entries.set(key, this.#start(target));
    }
    await this.#patience([...keys.keys()]);
  }

  #keyOf(target: Wanted): string {
    const known = this.#keys.get(target);
    if (known !== undefined) return known;
    const key = this.#question.keyOf(target);
    this.#keys.set(target, key);
    return key;
  }

  /** Forgets the answers for these targets: they were written, or must be asked for anew. */
  forget(targets: readonly Wanted[]): void {
    if (this.#entries.size === 0) return;
    for (const target of targets) this.#entries.delete(this.#keyOf(target));
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

  #start(target: Wanted): Entry<Answer> {
    const entry: Entry<Answer> = {
      resolution: undefined,
      late: false,
      settled: this.#run(target).then((resolution) => {
        entry.resolution = resolution;
        if (entry.late) this.#question.onSettled();
      }),
    };
    return entry;
  }

  async #run(target: Wanted): Promise<Answer> {
    const { ask, timedOut, timeoutMs } = this.#question;
    const leave = await this.#limiter.enter();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Answer>((resolve) => {
      timer = setTimeout(() => resolve(timedOut(target)), timeoutMs);
      timer.unref();
    });
    try {
      return await Promise.race([ask(target), late]);
    } finally {
      clearTimeout(timer);
      leave();
    }
  }
}
