import { type ChildProcess, fork } from 'node:child_process';

interface Question {
  readonly what: string;
  readonly value: unknown;
}

interface Reply {
  readonly value?: unknown;
  readonly error?: string;
}

/** A script of ours in a process of its own, asked one thing at a time. */
export class Forked {
  readonly #child: ChildProcess;

  /** Starts a script; `value` is its first argument. */
  constructor(script: URL, value: string, env: Readonly<Record<string, string>> = {}) {
    this.#child = fork(script, [value], { env: { ...process.env, ...env } });
  }

  /** What the script answers. Throws what it throws, or that it has ended. */
  async ask<T>(what: string, value?: unknown): Promise<T> {
    const reply = await new Promise<Reply>((resolve) => {
      this.#child.once('message', (message) => resolve(message as Reply));
      this.#child.once('exit', (code) => resolve({ error: `The script has ended with ${code ?? 'a signal'}.` }));
      this.#child.send({ what, value } satisfies Question);
    });
    this.#child.removeAllListeners();
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply.value as T;
  }

  end(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}

/** The other side: answers the parent's questions, and ends when it does. */
export function serveParent(answers: Readonly<Record<string, (value: unknown) => Promise<unknown>>>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', ({ what, value }: Question) => {
    const answer = answers[what] ?? (() => Promise.reject(new Error(`Nobody answers ${what}.`)));
    answer(value).then(
      (found) => process.send?.({ value: found }),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
  });
}
