import { tableRow } from '../print.ts';
import { isBeyond, reachedOf, targetWords, verdictOf } from './judge.ts';
import { numberText } from './number-text.ts';
import type { MeasuredSection, Row, Target, Value } from './row.ts';

function valueText({ value, isMoreThan }: Value): string {
  return `${isMoreThan === true ? '> ' : ''}${numberText(value)}`;
}

function reachedText(row: Row, target: Target): string {
  const beyond = isBeyond(row, target) ? '> ' : '';
  const unit = target.beside === undefined ? ` ${row.unit}` : ' x';
  return `${beyond}${numberText(reachedOf(row, target))}${unit}`;
}

function loadText(load: MeasuredSection['load']): string {
  return load.map((each) => each.toFixed(1)).join(' to ');
}

/** A section as lines of text for a terminal. */
export function sectionLines({ title, load, seconds, rows }: MeasuredSection): string[] {
  return ['', `${title} (load ${loadText(load)}, ${seconds.toFixed(0)} s)`, ...rows.flatMap(rowLines)];
}

function rowLines(row: Row): string[] {
  return [
    `  ${row.what}, ${row.unit}`,
    ...row.values.map((value) => tableRow(`    ${value.contender}`, [valueText(value)])),
    ...row.targets.map((target) =>
      tableRow(`    = ${targetWords(row, target)}`, [reachedText(row, target), verdictOf(row, target)]),
    ),
  ];
}

/** The sections as a Markdown table: one line a row, with every contender in it and the load at the time. */
export function markdownTable(sections: readonly MeasuredSection[]): string {
  const head = ['what', 'ours', 'others', 'ratio', 'target', 'load'];
  const rows = sections.flatMap(({ rows: measured, load }) =>
    measured.map((row) => [...markdownCells(row), loadText(load)]),
  );
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** When the sections were measured, and with which versions of what. */
export function conditionsLine(sections: readonly MeasuredSection[]): string {
  const days = sections.map(({ measuredAt }) => measuredAt.slice(0, 10)).sort();
  const span = [...new Set([days[0], days.at(-1)])].join(' to ');
  const versions = new Set(
    sections.flatMap((section) => Object.entries(section.versions).map((each) => each.join(' '))),
  );
  return `Measured ${span} with ${[...versions].join(', ')}.`;
}

function markdownCells(row: Row): string[] {
  const [ours, ...others] = row.values;
  const besides = others.map((other) => `${other.contender} ${valueText(other)}`);
  return [
    `${row.what}, ${row.unit}`,
    ours === undefined ? '' : valueText(ours),
    besides.join('<br>'),
    row.targets.map((target) => mark(verdictOf(row, target), reachedText(row, target))).join('<br>'),
    row.targets.map((target) => targetWords(row, target)).join('<br>'),
  ];
}

/** What falls short is said in words too, not by its number alone. */
function mark(verdict: string, text: string): string {
  return verdict === 'reached' ? text : `${text} (not reached)`;
}
