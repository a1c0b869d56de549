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
  /** Strikes, and returns the instant from which time counts (monotonic, ms). */
  strike(scene: Scene): Promise<number>;
}

const atOnce: Limits = { lead: 100, enqueue: 250 };
const silent = { default: { lead: 12_000, enqueue: 12_250 }, tight: { lead: 5000, enqueue: 5250 } };
const ready = (): Promise<void> => Promise.resolve();

function cut({ link }: Scene): number {
  const at = monotonicMs();
  link?.cut();
  return at;
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
async function cutWithAnswerInFlight(scene: Scene): Promise<number> {
  const at = cut(scene);
  await scene.stage.knex.raw('SELECT pg_notify(?, ?)', [resolveNames().channels.scheduler, '']);
  return at;
}

/** Counts from the moment at which the server answers again. */
async function restart({ stage: { server } }: Scene): Promise<number> {
  await server.stop('fast');
  const back = waitFor(() => answers(server.url()), { timeoutMs: 60_000, what: 'the return of PostgreSQL' });
  const counted = back.then(monotonicMs);
  await server.start();
  return await counted;
}

/** Every kind of loss that is measured. */
export const FAULTS: readonly Fault[] = [
  {
    ...{ name: 'sigkill', label: 'SIGKILL of the leader', isFar: false },
    limits: { default: atOnce, tight: atOnce },
    prepare: ready,
    strike: ({ leader }) => {
      const at = monotonicMs();
      leader.signal('SIGKILL');
      return Promise.resolve(at);
    },
  },
  {
    ...{ name: 'sigstop', label: 'the leader hangs (SIGSTOP)', isFar: false, limits: silent, prepare: ready },
    strike: ({ leader }) => {
      const at = monotonicMs();
      leader.signal('SIGSTOP');
      return Promise.resolve(at);
    },
  },
  {
    ...{ name: 'silence', label: "the leader's host is gone, nothing under way", isFar: true, limits: silent },
    prepare: ready,
    strike: (scene) => Promise.resolve(cut(scene)),
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
    strike: (scene) => Promise.resolve(cut(scene)),
  },
  {
    ...{ name: 'restart', label: 'restart of PostgreSQL, from its return', isFar: false },
    limits: { default: { lead: 2000, enqueue: 2000 }, tight: { lead: 2000, enqueue: 2000 } },
    prepare: ready,
    strike: restart,
  },
];
