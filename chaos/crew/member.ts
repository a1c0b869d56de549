import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { monotonicMs, type LogLine } from './event-log.ts';
import type { Order } from './orders.ts';

/** What a process of the crew does. */
export type Role = 'scheduler' | 'runner' | 'api' | 'host';

export interface MemberSpec {
  readonly name: string;
  readonly role: Role;
  readonly env: Readonly<Record<string, string>>;
  /** The command that enters its network, if it has one of its own. */
  readonly enter: readonly string[];
}

/** What all members share. */
export interface MemberPlace {
  readonly directory: string;
  /** A module that breaks the product in these processes, for the tests of the harness. */
  readonly sabotage: string | undefined;
}

/** One process of the crew, which is started again whenever it ends. */
export class Member {
  readonly spec: MemberSpec;
  /** What happened to it, as lines for the log. */
  readonly told: LogLine[] = [];
  readonly #place: MemberPlace;
  #child: ChildProcess | undefined;
  #ready: Promise<void> = Promise.resolve();
  #isUp = false;
  /** How long each process that was killed stays away (ms). */
  readonly #struck = new WeakMap<ChildProcess, number>();
  #stopping = false;
  #restart: NodeJS.Timeout | undefined;

  constructor(spec: MemberSpec, place: MemberPlace) {
    this.spec = spec;
    this.#place = place;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when the process that runs now has said that it is ready. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** Whether there is a process now. */
  get isUp(): boolean {
    return this.#isUp;
  }

  start(): void {
    const { name, role, env, enter } = this.spec;
    const { directory, sabotage } = this.#place;
    const output = openSync(join(directory, `${name}.out`), 'a');
    const preloads = ['ts-blank-space/register', '../../test/support/exit-with-parent.ts', './move-clock.ts'];
    const modules = preloads.map((module) => import.meta.resolve(module));
    if (sabotage !== undefined && role !== 'host') modules.push(import.meta.resolve('../sabotage/preload.ts'));
    const script = join(import.meta.dirname, `${role}.ts`);
    const command = [...enter, process.execPath, ...modules.flatMap((module) => ['--import', module]), script];
    const child = spawn(command[0] ?? '', command.slice(1), {
      env: {
        ...process.env,
        ...env,
        CHAOS_MEMBER: name,
        CHAOS_LOG: join(directory, `${name}.jsonl`),
        CHAOS_SABOTAGE: sabotage ?? '',
      },
      stdio: ['ignore', output, output, 'ipc'],
    });
    closeSync(output);
    this.#child = child;
    this.#isUp = true;
    this.#ready = new Promise((resolve) => child.once('message', () => resolve()));
    child.once('exit', (code, signal) => this.#ended(child, { code, signal }));
    child.on('error', (error) => this.#tell('spawn failed', { reason: error.message }));
  }

  /** Kills it with SIGKILL; it is started again a while after its end. */
  kill(downMs: number): void {
    if (this.#child === undefined || !this.#isUp) return;
    this.#isUp = false;
    this.#struck.set(this.#child, downMs);
    this.#child.kill('SIGKILL');
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  order(order: Order): void {
    if (this.#child?.connected === true) this.#child.send(order, () => undefined);
  }

  /** Ends it in order; the answer says whether it ended by itself within the time. */
  async stop(limitMs: number): Promise<boolean> {
    this.#stopping = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return true;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const patience = setTimeout(() => child.kill('SIGKILL'), limitMs);
    // An order that comes while it still loads would reach nobody.
    await Promise.race([this.#ready, ended]);
    this.order({ order: 'stop' });
    const code = await ended;
    clearTimeout(patience);
    return code === 0 || this.#struck.has(child);
  }

  #ended(child: ChildProcess, how: { readonly code: number | null; readonly signal: NodeJS.Signals | null }): void {
    if (this.#stopping) return;
    this.#isUp = false;
    const downMs = this.#struck.get(child);
    if (downMs === undefined) this.#tell('ended by itself', how);
    this.#restart = setTimeout(() => this.start(), downMs ?? 1000);
  }

  #tell(event: string, details: object): void {
    this.told.push({ at: monotonicMs(), member: this.spec.name, pid: this.pid ?? 0, event, ...details });
  }
}
