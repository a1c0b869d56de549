import { numberText } from './number-text.ts';
import type { MeasuredSection, Row, Value } from './row.ts';

const WIDTH = 860;
const LABELS = 250;
const NUMBERS = 90;
const BAR = 18;
const GAP = 6;
const TITLE = 40;
/** From this ratio on between the longest and the shortest bar, lengths are logarithms. */
const LOG_FROM = 30;

/** Its own ground, so that it is read on a light page and on a dark one whichever of the two it is told. */
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .ground { fill: #ffffff; stroke: #d1d9e0 } .title { font-weight: 600; font-size: 15px } .what { font-weight: 600 }
  .ours { fill: #0969da } .other { fill: #8c959f }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .ground { fill: #0d1117; stroke: #3d444d } .ours { fill: #4493f8 } .other { fill: #7d8590 }
  }`;

/** A section as bars: one group a row, each with a scale of its own, because units differ. */
export function sectionChart({ title, rows }: MeasuredSection): string {
  const parts: string[] = [];
  let top = TITLE;
  for (const row of rows) {
    parts.push(...groupParts(row, top));
    top += groupHeight(row);
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top + GAP}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${top + GAP - 1}" rx="6"/>`,
    `<text class="title" x="12" y="25">${escaped(title)}</text>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function groupHeight({ values }: Row): number {
  return (values.length + 1) * (BAR + GAP) + GAP;
}

function groupParts(row: Row, top: number): string[] {
  const lengths = barLengths(row.values.map(({ value }) => value));
  const scale = isLogarithmic(row.values.map(({ value }) => value)) ? ', logarithmic' : '';
  const head = `${row.what}, ${row.unit} (${row.better} is better${scale})`;
  return [
    `<text class="what" x="12" y="${top + BAR - 4}">${escaped(head)}</text>`,
    ...row.values.flatMap((value, index) => {
      const y = top + (index + 1) * (BAR + GAP);
      return barParts(value, { y, length: lengths[index] ?? 0, kind: index === 0 ? 'ours' : 'other' });
    }),
  ];
}

interface Bar {
  readonly y: number;
  /** Share of the longest. */
  readonly length: number;
  readonly kind: 'ours' | 'other';
}

function barParts({ contender, value, isMoreThan }: Value, { y, length, kind }: Bar): string[] {
  const width = length * (WIDTH - LABELS - NUMBERS);
  const number = `${isMoreThan === true ? '> ' : ''}${numberText(value)}`;
  return [
    `<text x="${LABELS - 10}" y="${y + BAR - 4}" text-anchor="end">${escaped(contender)}</text>`,
    `<rect class="${kind}" x="${LABELS}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="2"/>`,
    `<text x="${(LABELS + width + 6).toFixed(1)}" y="${y + BAR - 4}">${escaped(number)}</text>`,
  ];
}

function isLogarithmic(values: readonly number[]): boolean {
  const positive = values.filter((value) => value > 0);
  return Math.max(...positive) / Math.min(...positive) >= LOG_FROM;
}

/** Lengths from 0 to 1 of the bars of these values; by their logarithms when they lie far apart, the least one a tenth. */
export function barLengths(values: readonly number[]): number[] {
  const positive = values.filter((value) => value > 0);
  const [most, least] = [Math.max(...positive), Math.min(...positive)];
  if (!isLogarithmic(values)) return values.map((value) => (value > 0 ? value / most : 0));
  const span = Math.log10(most / least);
  return values.map((value) => (value > 0 ? 0.1 + (0.9 * Math.log10(value / least)) / span : 0));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
