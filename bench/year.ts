import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { machine, print } from './print.ts';
import { compare } from './year/compare.ts';
import { createClockedDatabase } from './year/fake-clock-database.ts';
import { drawScenario, type Scenario } from './year/scenario.ts';
import { type History, simulate } from './year/simulate.ts';

/*
 * A year of schedules in minutes: the real tick on a real PostgreSQL whose clock is set from one due instant to the next,
 * with downtimes, steps of that clock, failing, lingering and abandoned runs. Ends with 1 when ledger, fires and decisions
 * differ anywhere from what a literal reading of the calendar predicts.
 */
const SHOWN = 20;
const PROGRESS_EVERY = 5000;
/** As many as hold every change of the clocks of a year, and few minutes of the hour, as in real installs. */
const CHOICES = { zones: 60, minutes: [0, 0, 0, 30] };

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '365' },
    schedules: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '2026-01-01' },
  },
});

await main();

async function main(): Promise<void> {
  const options = { seed: Number(values.seed), days: Number(values.days), schedules: Number(values.schedules) };
  const scenario = drawScenario({ ...options, ...CHOICES, from: values.from });
  const database = await createClockedDatabase();
  try {
    print(`${machine()}, load ${loadavg()[0]?.toFixed(1) ?? '?'}, PostgreSQL ${database.version}`);
    const began = performance.now();
    const history = await simulate(database.knex, scenario, showProgress);
    const lived = (performance.now() - began) / 1000;
    const comparison = await compare(database.knex, scenario, history);
    printTable({ ...comparison, differences: comparison.differences.length }, { history, scenario });
    printRow('seconds to live through', Math.round(lived));
    printRow('seconds in all', Math.round((performance.now() - began) / 1000));
    for (const difference of comparison.differences.slice(0, SHOWN)) print(difference);
    if (comparison.differences.length > 0) process.exitCode = 1;
  } finally {
    await database.drop();
  }
}

function printTable(
  counted: Readonly<Record<string, number>>,
  { history, scenario }: { readonly history: History; readonly scenario: Scenario },
): void {
  const steps = history.disturbances.filter(({ kind }) => kind !== 'downtime').length;
  printRow('schedules', scenario.agendas.length);
  printRow('zones', new Set(scenario.agendas.map(({ timezone }) => timezone)).size);
  printRow('beats', history.beats.length);
  printRow('downtimes', history.disturbances.length - steps);
  printRow('steps of the clock', steps);
  printRow('interrupted', history.log.counts.interrupted);
  printRow('healed', history.log.counts.healed);
  for (const [name, number] of Object.entries(counted)) printRow(name, number);
}

function printRow(name: string, number: number): void {
  print(`${name.padEnd(26)}${number.toLocaleString('en').padStart(12)}`);
}

function showProgress(now: number, beats: number): void {
  if (beats % PROGRESS_EVERY === 0) process.stderr.write(`${new Date(now).toISOString()}, ${beats} beats\n`);
}
