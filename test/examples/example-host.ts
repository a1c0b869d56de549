import { join } from 'node:path';
import { createScheduleClient, type ScheduleClient } from '../../routes/client/index.ts';
import { forkScript, type TestProcess } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

/** An answer over HTTP. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What a call brings along. */
export interface CallOptions {
  readonly token?: string;
  readonly body?: object;
}

/** Calls a path below an address: `call('POST /files/lookup', { body })`. */
export type Call = (endpoint: string, options?: CallOptions) => Promise<ApiAnswer>;

/** Ways to call a host. */
export interface Calls {
  /** A client of the API of the workers, for a caller with this token or with none. */
  readonly clientOf: (token?: string) => ScheduleClient;
  /** Calls the host's own routes. */
  readonly callOwn: Call;
}

/** An example, started as `npm start` starts it, in a process group of its own as in a terminal. */
export interface ExampleHost extends TestProcess, Calls {
  /** The process id that a role has said last. */
  pidOf(role: string): number;
  /** What a terminal does at Ctrl-C: the signal reaches every process of the group. */
  pressCtrlC(): void;
  /** Resolves when none of the processes that have said their id is there any more. */
  allGone(): Promise<unknown>;
}

/** The examples' folder. */
export const examples = join(import.meta.dirname, '..', '..', 'examples');

const mountPath = '/api/v1/system/workers';
const startMs = 60_000;

/** Starts an example on a database and waits until its three roles are up. */
export async function startExample(hostName: string, databaseUrl: string): Promise<ExampleHost> {
  const env = { DATABASE_URL: databaseUrl, PORT: '0' };
  const started = forkScript(join(examples, hostName, 'main.ts'), { env, detached: true });
  const line = await started.waitForLine(/web +listens on/, startMs);
  await started.waitForLine(/scheduler +leads/, startMs);
  await started.waitForLine(/runner +waits for runs/, startMs);
  return {
    ...started,
    ...callsTo(line),
    pidOf: (role) => pidsIn(started.lines.filter((said) => said.includes(`  ${role} `))).at(-1) ?? 0,
    pressCtrlC: () => process.kill(-started.pid, 'SIGINT'),
    allGone: () => waitFor(() => pidsIn(started.lines).every(isGone), { what: 'the end of every process' }),
  };
}

/** Calls to the host that has said its address in this line. */
export function callsTo(line: string): Calls {
  const address = /http:\S+/.exec(line)?.[0] ?? '';
  return {
    clientOf: (token) => createScheduleClient({ baseUrl: `${address}${mountPath}`, headers: headersOf(token) }),
    callOwn: (endpoint, options) => call(address, endpoint, options),
  };
}

function headersOf(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

async function call(base: string, endpoint: string, { token, body }: CallOptions = {}): Promise<ApiAnswer> {
  const [method = 'GET', path = '/'] = endpoint.split(' ');
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...headersOf(token),
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
