import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { waitFor } from '../../test/support/wait-for.ts';

interface Said {
  readonly event: string;
  /** By the machine's monotonic clock, in milliseconds. */
  readonly at: number;
}

export interface ContenderSpec {
  readonly name: string;
  readonly url: string;
  readonly takeover: string;
  /** The command that enters its network, if it has one of its own. */
  readonly enter: readonly string[];
}

/** A scheduler in a process of its own that may be killed, stopped and cut off. */
export class ForkedContender {
  readonly #child: ChildProcess;
  readonly #said: Said[] = [];
  readonly #exited: Promise<unknown>;

  constructor({ name, url, takeover, enter }: ContenderSpec) {
    const preloads = ['ts-blank-space/register', '../../test/support/exit-with-parent.ts'];
    const imports = preloads.flatMap((module) => ['--import', import.meta.resolve(module)]);
    const script = join(import.meta.dirname, 'contender.ts');
    const command = [...enter, process.execPath, ...imports, script];
    this.#child = spawn(command[0] ?? '', command.slice(1), {
      env: { ...process.env, DATABASE_URL: url, CONTENDER: name, TAKEOVER: takeover },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (said) => this.#said.push(said as Said));
    this.#exited = new Promise((resolve) => this.#child.once('exit', resolve));
  }

  /** When it first said so after `since`, or undefined. */
  find(event: string, since: number): number | undefined {
    return this.#said.find((said) => said.event === event && said.at >= since)?.at;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}

/** Longest wait for a word of a contender (ms). */
const PATIENCE_MS = 90_000;

/** When one of them first said so after `since`. Throws when none does within 90 s. */
export async function firstHeard(contenders: readonly ForkedContender[], event: string, since = 0): Promise<number> {
  const found = (): number | undefined =>
    contenders.map((contender) => contender.find(event, since)).find((at) => at !== undefined);
  return await waitFor(found, { timeoutMs: PATIENCE_MS, what: `a contender that says "${event}"` });
}
