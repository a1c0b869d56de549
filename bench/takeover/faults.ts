import { answers } from '../../chaos/server/ask.ts';
import type { Link } from '../../chaos/server/links.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import type { ForkedContender } from './forked-contender.ts';
import { monotonicMs } from './monotonic.ts';
import type { Stage } from './stage.ts';

/** What a round has when its fault comes. */
export interface Scene {
  readonly stage: Stage;
  readonly leader: ForkedContender;
  /** The leader's way to the server; undefined when the leader is on the server's machine. */
  readonly link: Link | undefined;
}

/** The most that may pass from the fault, in milliseconds. */
export interface Limits {
  readonly lead: number;
  readonly enqueue: number;
}

/** One way in which a leader is lost. */
export interface Fault {
  readonly name: string;
  readonly label: string;
  /** Whether the leader runs behind a link that can be cut. */
  readonly isFar: boolean;
  readonly limits: Readonly<Record<'default' | 'tight', Limits>>;
  /** Makes ready what may take its time. */
  prepare(scene: Scene): Promise<void>;
  strike(scene: Scene): Promise<Struck>;
}

/** When it struck, by the machine's monotonic clock, in milliseconds. */
export interface Struck {
  /** From then on nobody leads who led before: what is heard later is of another leadership. */
  readonly gone: number;
  /** From then on time counts. A contender may be quicker than we are to see that the server is back. */
  readonly counted: number;
}

const atOnce: Limits = { lead: 100, enqueue: 250 };
const silent = { default: { lead: 12_000, enqueue: 12_250 }, tight: { lead: 5000, enqueue: 5250 } };
const ready = (): Promise<void> => Promise.resolve();

function now(): Struck {
  const at = monotonicMs();
  return { gone: at, counted: at };
}

function cut({ link }: Scene): Promise<Struck> {
  const at = now();
  link?.cut();
  return Promise.resolve(at);
}

function send(name: NodeJS.Signals): Fault['strike'] {
  return ({ leader }) => {
    const at = now();
    leader.signal(name);
    return Promise.resolve(at);
  };
}

async function setHeartbeatSeconds({ stage }: Scene, seconds: number): Promise<void> {
  await stage.knex.raw('UPDATE slow_heartbeat SET seconds = ?', [seconds]);
}

/** Waits until the leader's statement is under way, and lets the heartbeats of others go by. */
async function catchInStatement(scene: Scene): Promise<void> {
  await setHeartbeatSeconds(scene, 60);
  const asleep = `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND application_name LIKE '%scheduler leader'`;
  await waitFor(async () => (await scene.stage.knex.raw<{ rows: object[] }>(asleep)).rows.length > 0, {
    what: 'a statement of the leader',
  });
  await setHeartbeatSeconds(scene, 0);
}

/** The server sends a wake-up that nobody acknowledges. */
async function cutWithAnswerInFlight(scene: Scene): Promise<Struck> {
  const at = await cut(scene);
  await scene.stage.knex.raw('SELECT pg_notify(?, ?)', [resolveNames().channels.scheduler, '']);
  return at;
}

/** Counts from the moment at which the server answers again. */
async function restart({ stage: { server } }: Scene): Promise<Struck> {
  await server.stop('fast');
  const gone = monotonicMs();
  const back = waitFor(() => answers(server.url()), { timeoutMs: 60_000, what: 'the return of PostgreSQL' });
  const counted = back.then(monotonicMs);
  await server.start();
  return { gone, counted: await counted };
}

/** Every kind of loss that is measured. */
export const FAULTS: readonly Fault[] = [
  {
    ...{ name: 'sigkill', label: 'SIGKILL of the leader', isFar: false },
    limits: { default: atOnce, tight: atOnce },
    prepare: ready,
    strike: send('SIGKILL'),
  },
  {
    ...{ name: 'sigstop', label: 'the leader hangs (SIGSTOP)', isFar: false, limits: silent, prepare: ready },
    strike: send('SIGSTOP'),
  },
  {
    ...{ name: 'silence', label: "the leader's host is gone, nothing under way", isFar: true, limits: silent },
    prepare: ready,
    strike: cut,
  },
  {
    ...{ name: 'in-flight', label: "the leader's host is gone, an answer in flight", isFar: true, limits: silent },
    prepare: ready,
    strike: cutWithAnswerInFlight,
  },
  {
    ...{ name: 'mid-statement', label: "the leader's host is gone, a statement running", isFar: true },
    limits: { ...silent, default: { lead: 20_000, enqueue: 20_250 } },
    prepare: catchInStatement,
    strike: cut,
  },
  {
    ...{ name: 'restart', label: 'restart of PostgreSQL, from its return', isFar: false },
    limits: { default: { lead: 2000, enqueue: 2000 }, tight: { lead: 2000, enqueue: 2000 } },
    prepare: ready,
    strike: restart,
  },
];
