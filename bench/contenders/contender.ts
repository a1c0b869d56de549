import { Forked } from '../processes/forked.ts';
import { CONTENDER_NODE } from './peers.ts';

/** Who is measured, and how it is set up; the name is that of its bars and columns. */
export interface Contender {
  readonly name: string;
  /** The script in this folder that is its process. */
  readonly script: 'ours' | 'graphile-worker' | 'pg-boss';
  readonly setup: 'default' | 'tuned';
}

export const OURS: Contender = { name: 'worker-schedules', script: 'ours', setup: 'default' };
export const GRAPHILE: Contender = { name: 'graphile-worker', script: 'graphile-worker', setup: 'default' };
export const GRAPHILE_TUNED: Contender = { ...GRAPHILE, name: 'graphile-worker, tuned', setup: 'tuned' };
export const BOSS: Contender = { name: 'pg-boss', script: 'pg-boss', setup: 'default' };
export const BOSS_TUNED: Contender = { ...BOSS, name: 'pg-boss, tuned', setup: 'tuned' };

/** Schedules that fall due together. */
export interface ScheduleOrder {
  readonly schedules: number;
  readonly cron: string;
}

/** Work that does nothing, to be claimed and reported by so many at a time. */
export interface WorkOrder {
  readonly jobs: number;
  readonly concurrency: number;
}

/** What the process of a contender answers. */
export interface ContenderAnswers {
  /** Starts the scheduler and the runner of a process that has schedules and serves no work yet. */
  ready(): Promise<void>;
  /** Schedules what is ordered, and resolves when it is awaited; nobody works on what becomes of it. */
  schedule(order: ScheduleOrder): Promise<void>;
  /** Milliseconds from the call that enqueues to the start of the handler, one after the other. */
  starts(samples: number): Promise<number[]>;
  /** Milliseconds from the first start of a handler until all of the work is reported as done. */
  work(order: WorkOrder): Promise<number>;
}

/** Serves the processor time of this process (microseconds since its start) along with the answers. */
export function answersOf(contender: ContenderAnswers): Readonly<Record<string, (value: unknown) => Promise<unknown>>> {
  return {
    cpu: () => {
      const { user, system } = process.cpuUsage();
      return Promise.resolve(user + system);
    },
    ready: () => contender.ready(),
    schedule: (order) => contender.schedule(order as ScheduleOrder),
    starts: (samples) => contender.starts(samples as number),
    work: (order) => contender.work(order as WorkOrder),
  };
}

/** Starts the process of a contender, on the Node that all of them share. */
export function startContender({ script, setup }: Contender, url: string): Forked {
  const file = new URL(`${script}.ts`, import.meta.url);
  return new Forked(file, setup, { env: { DATABASE_URL: url }, execPath: CONTENDER_NODE });
}

/** Starts a contender, asks it, and ends it. */
export async function withContender<T>(
  contender: Contender,
  url: string,
  ask: (forked: Forked) => Promise<T>,
): Promise<T> {
  const forked = startContender(contender, url);
  try {
    return await ask(forked);
  } finally {
    await forked.kill();
  }
}
