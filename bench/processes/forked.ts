import { type ChildProcess, fork } from 'node:child_process';

/** How a script is started, if not as the parent was. */
export interface ForkedOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Another Node, which is then given no arguments of the parent's. */
  readonly execPath?: string;
}

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
  readonly #exited: Promise<void>;

  /** Starts a script; `value` is its first argument. */
  constructor(script: URL, value: string, { env = {}, execPath }: ForkedOptions = {}) {
    const other = execPath === undefined ? {} : { execPath, execArgv: [] };
    this.#child = fork(script, [value], { env: { ...process.env, ...env }, ...other });
    this.#exited = new Promise((resolve) => this.#child.once('exit', () => resolve()));
  }

  /** What the script answers. Throws what it throws, or that it has ended. */
  async ask<T>(what: string, value?: unknown): Promise<T> {
    const reply = await new Promise<Reply>((resolve) => {
      const ended = (code: number | null): void =>
        resolve({ error: `The script has ended with ${code ?? 'a signal'}.` });
      this.#child.once('message', (message) => {
        this.#child.removeListener('exit', ended);
        resolve(message as Reply);
      });
      this.#child.once('exit', ended);
      this.#child.send({ what, value } satisfies Question);
    });
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply.value as T;
  }

  end(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  /** Ends it at once, and waits until it is gone. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
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
