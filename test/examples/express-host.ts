import { join } from 'node:path';
import { forkScript, type TestProcess } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

/** An answer of the API. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The example, started as `npm start` starts it, in a process group of its own as in a terminal. */
export interface ExampleHost extends TestProcess {
  readonly address: string;
  /** Calls the mounted API: `call('PUT /inventory/schedule', { body })`. */
  call(endpoint: string, options?: { readonly token?: string; readonly body?: object }): Promise<ApiAnswer>;
  /** The process id that a role has said last. */
  pidOf(role: string): number;
  /** What a terminal does at Ctrl-C: the signal reaches every process of the group. */
  pressCtrlC(): void;
  /** Resolves when none of the processes that have said their id is there any more. */
  allGone(): Promise<unknown>;
}

const main = join(import.meta.dirname, '..', '..', 'examples', 'express-host', 'main.ts');
const mountPath = '/api/v1/system/workers';
const startMs = 60_000;

/** Starts the example on a database and waits until its three roles are up. */
export async function startExample(databaseUrl: string): Promise<ExampleHost> {
  const started = forkScript(main, { env: { DATABASE_URL: databaseUrl, PORT: '0' }, detached: true });
  const line = await started.waitForLine(/web +listens on/, startMs);
  await started.waitForLine(/scheduler +leads/, startMs);
  await started.waitForLine(/runner +waits for runs/, startMs);
  const address = /http:\S+/.exec(line)?.[0] ?? '';
  return {
    ...started,
    address,
    call: (endpoint, options) => call(`${address}${mountPath}`, endpoint, options),
    pidOf: (role) => pidsIn(started.lines.filter((said) => said.includes(`  ${role} `))).at(-1) ?? 0,
    pressCtrlC: () => process.kill(-started.pid, 'SIGINT'),
    allGone: () => waitFor(() => pidsIn(started.lines).every(isGone), { what: 'the end of every process' }),
  };
}

async function call(
  base: string,
  endpoint: string,
  { token, body }: { readonly token?: string; readonly body?: object } = {},
): Promise<ApiAnswer> {
  const [method = 'GET', path = '/'] = endpoint.split(' ');
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

function pidsIn(lines: readonly string[]): number[] {
  return lines.flatMap((line) => [...line.matchAll(/\(pid (\d+)\)/g)].map(([, pid]) => Number(pid)));
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
