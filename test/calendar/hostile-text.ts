import type { Random } from './random.ts';
import { randomExpression } from './random-expression.ts';

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const grammar = [...Array.from('0123456789*/-,#LW?H @\t\n'), 'MON', 'SUN', 'JAN', 'FEB', '31', '30', '29', '59', '60'];
const foreign = [
  '٣',
  '۵',
  '５',
  '²',
  'Ⅳ',
  '\u0000',
  '\u00a0',
  '\u2003',
  '\u200b',
  '\ufeff',
  '𝟙',
  '🕐',
  '\ud800',
  '−',
  '–',
];

/** A text that a careless or hostile user could send as an expression, valid ones and rare ones among them. */
export function hostileText(random: Random): string {
  return random.pick([
    () => letters(random, ascii, random.between(0, 80)),
    () => letters(random, grammar, random.between(0, 60)),
    () => fields(random, () => letters(random, grammar, random.between(1, 8))),
    () => fields(random, () => letters(random, foreign, random.between(1, 3))),
    () => damaged(random, randomExpression(random, new Date(random.between(0, 4e12)))),
    () => randomExpression(random, new Date(random.between(0, 4e12))),
    () => neverOrRarely(random),
    () => longList(random),
    () =>
      letters(random, [random.pick([...grammar, ...foreign])], random.chance(0.1) ? 10_000 : random.between(1, 600)),
  ])();
}

function neverOrRarely(random: Random): string {
  const day = random.pick(['30', '31', '29', '30,31', '31-31', 'L', '*']);
  const month = random.pick(['2', 'FEB', '4', '2,4', '4,6,9,11', '2-2/12']);
  const weekday = random.pick(['*', '*', '0#5', '1#5', 'MON#5', '6#5', '0L']);
  return `${random.pick(['0', '59', '*', '*/60'])} ${random.pick(['0', '*', '2', '*/24'])} ${day} ${month} ${weekday}`;
}

function longList(random: Random): string {
  const item = random.pick(['0', '0-59', '*/2', '1-59/2', '0-0', '*', '5,']);
  const list = Array.from({ length: random.between(50, 170) }, () => item).join(',');
  return random.chance(0.1) ? `${list.repeat(40).slice(0, 10_000)} * * * *` : `${list} * * * *`;
}

function damaged(random: Random, text: string): string {
  const at = random.between(0, text.length);
  const removed = random.between(0, 2);
  return text.slice(0, at) + random.pick([...grammar, ...foreign, '']) + text.slice(at + removed);
}

function fields(random: Random, field: () => string): string {
  return Array.from({ length: random.pick([4, 5, 5, 5, 5, 6]) }, field).join(random.pick([' ', ' ', '\t', '  ', '\n']));
}

function letters(random: Random, alphabet: readonly string[], length: number): string {
  return Array.from({ length }, () => random.pick(alphabet)).join('');
}
