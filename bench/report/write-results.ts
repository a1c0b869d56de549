import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sectionChart } from './chart.ts';
import { fillMarkers } from './fill-markers.ts';
import type { MeasuredSection } from './row.ts';
import { conditionsLine, markdownTable } from './table.ts';

/** What docs/benchmarks/results.json holds. */
export interface Results {
  readonly machine: string;
  readonly sections: readonly MeasuredSection[];
}

/** Those that were measured now in the place of the earlier ones; the others stay. `order` names all sections. */
export function mergeSections(
  earlier: readonly MeasuredSection[],
  now: readonly MeasuredSection[],
  order: readonly string[],
): MeasuredSection[] {
  const latest = new Map([...earlier, ...now].map((section) => [section.name, section]));
  return order.flatMap((name) => latest.get(name) ?? []);
}

export interface WritePlace {
  /** The root of the project. */
  readonly root: string;
  /** The names of all sections, in the order in which they are shown. */
  readonly order: readonly string[];
}

/** Writes docs/benchmarks with results.json, one chart a section and the page that shows them, and the table of the README. */
export function writeResults({ machine, sections }: Results, { root, order }: WritePlace): void {
  const folder = join(root, 'docs', 'benchmarks');
  const file = join(folder, 'results.json');
  const earlier = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results).sections : [];
  const all = mergeSections(earlier, sections, order);
  writeFileSync(file, `${JSON.stringify({ machine, sections: all } satisfies Results, undefined, 2)}\n`);
  for (const section of sections) writeFileSync(join(folder, `${section.name}.svg`), sectionChart(section));
  fillFile(join(root, 'README.md'), `${machine}. ${conditionsLine(all)}\n\n${markdownTable(all)}`);
  fillFile(join(folder, 'README.md'), all.map(({ title, name }) => `![${title}](${name}.svg)`).join('\n\n'));
}

function fillFile(file: string, text: string): void {
  writeFileSync(file, fillMarkers(readFileSync(file, 'utf8'), text));
}
