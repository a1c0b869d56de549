import { createHash } from 'node:crypto';

/** PostgreSQL cuts longer names without a word that a program would see. */
export const MAX_IDENTIFIER_BYTES = 63;

/** Says what keeps a value from being the name of something in PostgreSQL, or undefined. */
export function identifierFault(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return 'must be a non-empty string';
  if (value.includes('\0')) return 'must not contain NUL';
  if (!value.isWellFormed()) return 'must not contain half a surrogate pair';
  if (Buffer.byteLength(value) <= MAX_IDENTIFIER_BYTES) return undefined;
  return `must be at most ${MAX_IDENTIFIER_BYTES} bytes, PostgreSQL cuts longer names`;
}

/**
 * Quotes an identifier. A question mark is written as its code point, because knex takes it for a binding and leaves no way
 * to write a backslash before one; the text so is the same with and without knex.
 */
export function quote(identifier: string): string {
  const quoted = `"${identifier.replaceAll('"', '""')}"`;
  if (!identifier.includes('?')) return quoted;
  return `U&${quoted.replaceAll('\\', '\\005C').replaceAll('?', '\\003F')}`;
}

/** A part of a name's hash, which tells names apart that begin alike. */
function markOf(name: string): string {
  return `_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

/** A table's name, as much of it as 63 bytes leave room for, a mark and a tail. */
function markedName(table: string, tail: string): string {
  const end = markOf(table) + tail;
  const characters = Array.from(table);
  while (Buffer.byteLength(characters.join('') + end) > MAX_IDENTIFIER_BYTES) characters.pop();
  return characters.join('') + end;
}

/**
 * A name made of a table's and a tail, in 63 bytes. A table's name that must be cut is told apart from others that begin
 * alike by a part of its hash: names of tables and indexes are unique in a schema.
 */
export function derivedName(table: string, tail: string): string {
  return Buffer.byteLength(table + tail) <= MAX_IDENTIFIER_BYTES ? table + tail : markedName(table, tail);
}

/** Names that would do for something derived from a table, best first: the second is for when the first is taken. */
export function derivedNames(table: string, tail: string): readonly [string, string] {
  return [derivedName(table, tail), markedName(table, `_ws${tail}`)];
}
