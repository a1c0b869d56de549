import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { resolveNames } from '../lib/database/names.ts';
import { saveSchedule } from '../lib/index.ts';
import { migrate } from '../migrations/index.ts';
import knexModule from 'knex';
import { auditStatements } from './audit/install-audit.ts';
import { hostEdits } from './audit/host-edits.ts';
import type { History } from './audit/history.ts';
import { Crew } from './crew/crew.ts';
import { monotonicMs, type LogLine } from './crew/event-log.ts';
import { applyPlan, type AppliedPlan } from './faults/apply-plan.ts';
import { takeTurns } from './faults/scene.ts';
import { Operators } from './operator/operator.ts';
import type { ChaosOptions } from './options.ts';
import { planFaults } from './plan/plan-faults.ts';
import { GHOST, type Member, populate } from './plan/population.ts';
import { HARNESS_NAME } from './server/ask.ts';
import { ChaosServer } from './server/chaos-server.ts';
import { layLinks, type Link } from './server/links.ts';
import { freePort } from '../test/support/free-port.ts';
import { readSettled } from './settle.ts';

/** What a run leaves. */
export interface ChaosResult {
  readonly history: History;
  readonly plan: AppliedPlan;
}

const STOP_LIMIT_MS = 15_000;

/** One run from an empty server to its history; everything that it started is gone afterwards. */
export async function runChaos(options: ChaosOptions, say: (line: string) => void): Promise<ChaosResult> {
  const directory = join(import.meta.dirname, '..', '.data', `chaos-${process.pid}`);
  mkdirSync(directory, { recursive: true });
  const laid = layLinks(options.schedulers);
  const links = 'refused' in laid ? [] : laid;
  const abandon = onOrderToEnd(directory);
  abandon.push(() => links.forEach((link) => link.remove()));
  if ('refused' in laid) say(`No packets are dropped: this machine allows no networks of our own (${laid.refused})`);
  try {
    const addresses = links.map(({ address }) => address);
    const server = await ChaosServer.create(join(directory, 'postgres'), addresses);
    try {
      abandon.push(() => server.abandon());
      return await runOn(server, { options, directory, links, say, abandon });
    } finally {
      await server.close();
    }
  } finally {
    for (const link of links) link.remove();
    if (options.keep) say(`What the processes wrote is in ${directory}`);
    else rmSync(directory, { recursive: true, force: true });
  }
}

/** Ctrl-C leaves nothing behind: neither frozen processes nor networks. */
function onOrderToEnd(directory: string): (() => void)[] {
  const abandon = [() => rmSync(directory, { recursive: true, force: true })];
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const leave of abandon.toReversed()) leave();
      process.exit(130);
    });
  }
  return abandon;
}

interface Stage {
  readonly options: ChaosOptions;
  readonly directory: string;
  readonly links: readonly Link[];
  readonly say: (line: string) => void;
  /** What to do, last first, when the harness is told to end in the middle. */
  readonly abandon: (() => void)[];
}

async function runOn(server: ChaosServer, { options, directory, links, say, abandon }: Stage): Promise<ChaosResult> {
  const { minutes, seed, meanGapMs, sabotage } = options;
  const population = populate(options.schedules, seed);
  await furnish(server, population);
  const apiPort = await freePort();
  const crew = new Crew({ ...options, server, links, population, apiPort }, { directory, sabotage });
  abandon.push(() => crew.members.forEach((member) => member.signal('SIGKILL')));
  const operators = new Operators(apiPort, population);
  const repair = async (workerName: string): Promise<void> => {
    const member = population.find((one) => one.workerName === workerName);
    if (member !== undefined) await operators.save(member);
  };
  try {
    await crew.start();
    operators.start();
    say(`${crew.members.length} processes are ready; ${minutes} minutes of faults from seed ${seed}`);
    const scene = { crew, server, links, repair, serverTurn: takeTurns() };
    const plan = await applyPlan(scene, planFaults({ seed, minutes, meanGapMs }));
    say('The faults are over; waiting for what is still owed');
    const ends = await endTraffic(crew, operators);
    const stored = await readSettled(server.url());
    ends.push(...(await endCrew(crew)));
    const log = [...crew.readLog(), ...ends];
    const edits = [...operators.edits, ...hostEdits(log)];
    return { plan, history: { ...stored, edits, faults: plan.applied, log } };
  } finally {
    await Promise.all(crew.members.map((member) => member.stop(0)));
  }
}

/** Tables, witnesses and schedules, among them one of a worker that the catalogue does not name. */
async function furnish(server: ChaosServer, population: readonly Member[]): Promise<void> {
  const knex = knexModule({
    client: 'pg',
    connection: { connectionString: server.url(), application_name: HARNESS_NAME },
  });
  try {
    await migrate(knex);
    for (const statement of auditStatements(resolveNames())) await knex.raw(statement);
    for (const { workerName, timezone, work } of population) {
      await saveSchedule(knex, { workerName, cron: '* * * * *', timezone, request: { work, tag: 'first' } });
    }
    await saveSchedule(knex, { workerName: GHOST, cron: '* * * * *', request: {} });
  } finally {
    await knex.destroy();
  }
}

async function endTraffic(crew: Crew, operators: Operators): Promise<LogLine[]> {
  await operators.stop();
  return [...(await end(crew, 'host')), ...(await end(crew, 'api'))];
}

/** After the snapshot: what they do now is nobody's concern, but they must end in order. */
async function endCrew(crew: Crew): Promise<LogLine[]> {
  return [...(await end(crew, 'runner')), ...(await end(crew, 'scheduler'))];
}

async function end(crew: Crew, role: 'host' | 'api' | 'runner' | 'scheduler'): Promise<LogLine[]> {
  const names = await crew.stop(role, STOP_LIMIT_MS);
  return names.map((member) => ({ at: monotonicMs(), member, pid: 0, event: 'did not stop' }));
}
