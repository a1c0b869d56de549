import { quote } from './identifiers.ts';

/** One piece of an expression as PostgreSQL writes it: a quoted identifier, a text in quotes, a word, or a sign. */
const PIECE = /"(?:[^"]|"")*"|E'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|[\p{L}_][\p{L}\p{N}_$]*|::|\s+|[^]/gu;

function piecesOf(expression: string): string[] {
  return expression.match(PIECE) ?? [];
}

/**
 * An expression of the catalogue as text for knex, which takes every question mark for a binding and leaves no way to write
 * one after a backslash: there the character is written as its code.
 */
export function asRawText(expression: string): string {
  return piecesOf(expression)
    .map((piece) => {
      if (piece.startsWith('"')) return quote(piece.slice(1, -1).replaceAll('""', '"'));
      return piece.startsWith("E'") ? piece.replaceAll('?', '\\x3F') : piece.replaceAll('?', '\\?');
    })
    .join('');
}

function unquoted(piece: string): string {
  if (piece.startsWith('"')) return `"${piece.slice(1, -1).replaceAll('""', '"')}`;
  return /^[\p{L}_]/u.test(piece) && !piece.startsWith("E'") ? `"${piece}` : piece;
}

/** How many pieces from `at` on, which is a `::`, make up the cast: a name or two, "varying", a length, brackets. */
function lengthOfCast(pieces: readonly string[], at: number): number {
  let end = at + 2;
  if (pieces[end] === '.') end += 2;
  if (pieces[end] === 'varying') end += 1;
  if (pieces[end] === '(' && /^\d$/.test(pieces[end + 1] ?? '')) end = pieces.indexOf(')', end) + 1;
  if (pieces[end] === '[') end += 2;
  return end - at;
}

/**
 * The pieces that carry meaning: casts of constants and columns and the parentheses around them say nothing about which
 * rows a predicate takes. Identifiers are marked by one leading quote, so that none passes for a sign or a text.
 */
function meaningOf(predicate: string): string[] {
  const pieces = piecesOf(predicate).filter((piece) => piece.trim() !== '');
  const meaning: string[] = [];
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] ?? '';
    if (piece === '::') {
      at += lengthOfCast(pieces, at);
      continue;
    }
    if (piece !== '(' && piece !== ')') meaning.push(unquoted(piece));
    at += 1;
  }
  return meaning;
}

function textsBetween(pieces: readonly string[], separator: readonly string[]): string[] | undefined {
  const texts: string[] = [];
  for (let at = 0; at < pieces.length; at += separator.length + 1) {
    const text = pieces[at] ?? '';
    if (!text.startsWith("'")) return undefined;
    texts.push(text.slice(1, -1));
    const next = pieces.slice(at + 1, at + 1 + separator.length);
    if (next.length > 0 && next.join('\0') !== separator.join('\0')) return undefined;
  }
  return texts;
}

/**
 * The texts that a predicate of an index lets a column have, when it says just that: `c = ANY (ARRAY['A', 'B'])`,
 * `c = 'A'`, or a chain of such by OR. Undefined for any other predicate.
 */
export function allowedTexts(predicate: string, column: string): string[] | undefined {
  const pieces = meaningOf(predicate);
  const head = [`"${column}`, '='];
  if (pieces.slice(0, 2).join('\0') !== head.join('\0')) return undefined;
  const rest = pieces.slice(2);
  if (rest[0] !== '"ANY') return textsBetween(rest, ['"OR', ...head]);
  if (rest[1] !== '"ARRAY' || rest[2] !== '[' || rest.at(-1) !== ']') return undefined;
  return textsBetween(rest.slice(3, -1), [',']);
}

/**
 * SQL for a CHECK that reads back as `expression` does. What PostgreSQL writes for a list of texts over a varchar is not
 * what makes that list again: its cast stands around the whole list only when it is written with IN.
 */
export function asCheckText(expression: string, column: string): string {
  const texts = expression.includes('])::text[]') ? allowedTexts(expression, column) : undefined;
  if (texts === undefined) return asRawText(expression);
  return asRawText(`${quote(column)} IN (${texts.map((text) => `'${text}'`).join(', ')})`);
}
