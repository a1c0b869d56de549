import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { waitFor } from './wait-for.ts';

/** How a test script is forked. */
export interface ForkOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Whether it leads a process group of its own, so that a signal can be sent to the group as a terminal does. */
  readonly detached?: boolean;
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A forked test script, and all that it has said so far. */
export interface TestProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Lines of its standard output. */
  readonly lines: readonly string[];
  /** Lines of its standard error. */
  readonly errors: readonly string[];
  /** What it has sent with `process.send`. */
  readonly messages: readonly unknown[];
  readonly exited: Promise<Exit>;
  kill(signal?: NodeJS.Signals): void;
  send(message: object): void;
  /** The first message, old or new, that the predicate accepts. */
  waitForMessage<T = unknown>(predicate: (message: T) => boolean, timeoutMs?: number): Promise<T>;
  /** The first line of standard output, old or new, that matches. */
  waitForLine(pattern: RegExp, timeoutMs?: number): Promise<string>;
}

const running = new Set<TestProcess>();

/** Forks a TypeScript script. It ends when its parent does; what still runs when the file's tests are over is killed. */
export function forkScript(path: string | URL, options: ForkOptions = {}): TestProcess {
  const preload = [
    import.meta.resolve('ts-blank-space/register'),
    import.meta.resolve('./mapped/register.mjs'),
    import.meta.resolve('./exit-with-parent.ts'),
  ];
  const child = fork(path, options.args ?? [], {
    env: { ...process.env, ...options.env },
    execArgv: preload.flatMap((module) => ['--import', module]),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: options.detached ?? false,
  });
  const lines = collectLines(child.stdout);
  const errors = collectLines(child.stderr);
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  const started: TestProcess = {
    ...{ child, lines, errors, messages, pid: child.pid ?? 0 },
    exited: new Promise((ended) => child.once('exit', (code, signal) => ended({ code, signal }))),
    kill: (signal = 'SIGKILL') => child.kill(signal),
    send: (message) => child.send(message),
    waitForMessage: <T>(predicate: (message: T) => boolean, timeoutMs?: number) =>
      waitIn(started, { items: messages as T[], accept: predicate }, timeoutMs),
    waitForLine: (pattern, timeoutMs) =>
      waitIn(started, { items: lines, accept: (line) => pattern.test(line) }, timeoutMs),
  };
  running.add(started);
  void started.exited.finally(() => running.delete(started));
  return started;
}

/** Kills every script that still runs, and waits for its end. */
export async function killEverything(): Promise<void> {
  await Promise.all([...running].map((started) => (started.kill('SIGKILL'), started.exited)));
}

function collectLines(stream: NodeJS.ReadableStream | null): string[] {
  const lines: string[] = [];
  if (stream !== null) createInterface({ input: stream }).on('line', (line) => lines.push(line));
  return lines;
}

interface Search<T> {
  readonly items: readonly T[];
  readonly accept: (item: T) => boolean;
}

async function waitIn<T>(started: TestProcess, { items, accept }: Search<T>, timeoutMs = 25_000): Promise<T> {
  let ended = false;
  const look = (): { item: T } | undefined => {
    const item = items.find(accept);
    if (item !== undefined) return { item };
    // One more look after the end: what was said last arrives with it.
    if (ended) throw new Error('The script has ended without it.');
    ended = started.child.exitCode !== null || started.child.signalCode !== null;
    return undefined;
  };
  try {
    return (await waitFor(look, { timeoutMs, what: accept.toString() })).item;
  } catch (cause) {
    throw new Error(`${String(cause)}\n${report(started)}`, { cause });
  }
}

function report({ lines, errors, messages }: TestProcess): string {
  return [
    `said:`,
    ...lines.slice(-20),
    `errors:`,
    ...errors.slice(-20),
    `messages: ${JSON.stringify(messages.slice(-10))}`,
  ].join('\n');
}
