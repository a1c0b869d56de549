import type { Knex } from 'knex';
import { openLeaderSession } from '../../lib/database/leader-session.ts';
import { saveSchedule } from '../../lib/index.ts';
import { heal } from '../../lib/scheduler/heal.ts';
import { parseSchedulerOptions } from '../../lib/scheduler/scheduler-options.ts';
import { leaderOn, type TestLeader } from '../../test/scheduler/test-leader.ts';
import { setClock } from '../../test/support/fake-clock.ts';
import type { Beat } from './beat.ts';
import { DecisionLog } from './decision-log.ts';
import type { Disturbance } from './disturbances.ts';
import type { Scenario } from './scenario.ts';
import { StandInRunners } from './stand-in-runners.ts';
import { type Step, Timeline } from './timeline.ts';

/** Beats between two cleanings of the tables, which the benchmark's server does not do by itself. */
const CLEAN_EVERY = 2000;

/** Events that a leader for tests keeps, and of which a year has too many. */
const REMEMBERED = ['tick', 'enqueued', 'skipped', 'already-decided', 'retried', 'interrupted', 'healed'] as const;

/** What happened in a simulation, besides what the tables say. */
export interface History {
  readonly beats: readonly Beat[];
  readonly disturbances: readonly Disturbance[];
  readonly log: DecisionLog;
}

type Progress = (now: number, beats: number) => void;

/**
 * Lives through a scenario on a database with a fake clock: the real tick on a real leader's session, the clock set to the
 * next instant that the rows name instead of waiting for it.
 */
export async function simulate(knex: Knex, scenario: Scenario, progress?: Progress): Promise<History> {
  const simulation = new Simulation(knex, scenario);
  await simulation.begin();
  while (await simulation.next()) progress?.(simulation.now, simulation.beats.length);
  await simulation.end();
  return { beats: simulation.beats, disturbances: simulation.disturbances, log: simulation.log };
}

class Simulation {
  readonly beats: Beat[] = [];
  readonly disturbances: Disturbance[] = [];
  readonly log = new DecisionLog();
  now: number;
  readonly #knex: Knex;
  readonly #scenario: Scenario;
  readonly #timeline: Timeline;
  readonly #runners: StandInRunners;
  #leader: TestLeader | undefined;
  #lastNow: Date | undefined;
  #rowsNext = Infinity;

  constructor(knex: Knex, scenario: Scenario) {
    this.#knex = knex;
    this.#scenario = scenario;
    this.#timeline = new Timeline(scenario);
    this.#runners = new StandInRunners(knex, scenario.seed, scenario.agendas);
    this.now = scenario.span[0];
  }

  async begin(): Promise<void> {
    await setClock(this.#knex, new Date(this.now).toISOString());
    for (const { workerName, cron, timezone } of this.#scenario.agendas) {
      await saveSchedule(this.#knex, { workerName, cron, timezone, request: {} });
    }
    await this.#beat({ now: this.now, leaderStarted: true, disturbed: undefined });
  }

  /** One beat, or false when the time is over. */
  async next(): Promise<boolean> {
    const step = this.#timeline.after(this.now, this.#rowsNext);
    if (step === undefined) return false;
    if (step.disturbed !== undefined) this.disturbances.push(step.disturbed);
    await this.#beat(step);
    if (this.beats.length % CLEAN_EVERY === 0) await this.#knex.raw('VACUUM ANALYZE');
    return true;
  }

  async end(): Promise<void> {
    await this.#leader?.close();
  }

  async #beat({ now, leaderStarted }: Step): Promise<void> {
    this.now = now;
    await setClock(this.#knex, new Date(now).toISOString());
    const leader = leaderStarted ? await this.#replaceLeader() : this.#leader;
    const report = await leader?.tick(this.#lastNow);
    if (leaderStarted && leader !== undefined) await heal(leader.leading, 'leader_started');
    this.#lastNow = report?.now;
    for (const name of REMEMBERED) leader?.told(name).splice(0);
    this.#rowsNext = await this.#runners.work(now);
    this.beats.push({ now, leaderStarted, rowsNext: this.#rowsNext });
  }

  /** A new leader, which heals after its first tick, as the loop of the scheduler does. */
  async #replaceLeader(): Promise<TestLeader> {
    await this.#leader?.close();
    this.#lastNow = undefined;
    const { names, name } = parseSchedulerOptions({});
    const session = await openLeaderSession(this.#knex, { names, name });
    if (!(await session.tryToLead())) throw new Error('Somebody else leads this database');
    this.#leader = leaderOn(session);
    this.log.listen(this.#leader.leading.events);
    return this.#leader;
  }
}
