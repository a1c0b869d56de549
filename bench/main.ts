import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBenchServer } from './bench-database.ts';
import { installPeers } from './contenders/peers.ts';
import { machine, print } from './print.ts';
import { collapsedIn } from './report/judge.ts';
import { measureSection } from './report/measure-section.ts';
import { nextSection } from './report/next-section.ts';
import type { MeasuredSection } from './report/row.ts';
import type { BenchRun, Section } from './report/section.ts';
import { SECTIONS } from './report/sections.ts';
import { sectionLines } from './report/table.ts';
import { writeResults } from './report/write-results.ts';

/*
 * Everything that we say of our speed, beside what people use today, on one server in one run. `--only visible,claims`
 * takes some sections; `--short` takes small numbers, and ends with 1 when something is worse than a third of its target;
 * `--write` puts the results into docs/benchmarks and the README.
 */
const { values: given } = parseArgs({
  options: { only: { type: 'string' }, short: { type: 'boolean' }, write: { type: 'boolean' } },
});

await main();

async function main(): Promise<void> {
  const isShort = given.short === true;
  if (isShort && given.write === true)
    throw new Error('The short form is too short for numbers that are written down.');
  const chosen = chooseSections();
  if (chosen.some(({ peers }) => peers.length > 0)) installPeers();
  print(`${machine()}, load ${loadavg()[0]?.toFixed(1) ?? '?'}`);
  const server = await openBenchServer();
  const sections = await measureAll(chosen, { server, isShort }).finally(() => server.stop());
  const collapsed = collapsedIn(sections.flatMap(({ rows }) => rows));
  for (const words of collapsed) print(`collapsed: ${words}`);
  if (isShort && collapsed.length > 0) process.exitCode = 1;
  if (given.write === true) write(sections);
}

function write(sections: readonly MeasuredSection[]): void {
  const root = join(import.meta.dirname, '..');
  writeResults({ machine: machine(), sections }, { root, order: SECTIONS.map(({ name }) => name) });
}

/** One after the other, so that little time is waited away; each is printed as soon as it is there. */
async function measureAll(chosen: readonly Section[], run: BenchRun): Promise<MeasuredSection[]> {
  const sections: MeasuredSection[] = [];
  let left = [...chosen];
  for (let section = nextSection(left, Date.now()); section !== undefined; section = nextSection(left, Date.now())) {
    const measured = await measureSection(section, run);
    print(sectionLines(measured).join('\n'));
    sections.push(measured);
    left = left.filter(({ name }) => name !== measured.name);
  }
  return sections;
}

function chooseSections(): readonly Section[] {
  const names =
    given.only?.split(',') ?? SECTIONS.filter(({ isLong }) => !(given.short && isLong)).map(({ name }) => name);
  const unknown = names.find((name) => !SECTIONS.some((section) => section.name === name));
  if (unknown === undefined) return SECTIONS.filter(({ name }) => names.includes(name));
  throw new Error(`There is no section ${unknown}, only ${SECTIONS.map(({ name }) => name).join(', ')}.`);
}
