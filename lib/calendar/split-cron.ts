import { type CronFaultPlace, cronFault, quote } from './cron-fault.ts';

/** A piece of the text and the index of its first character. */
export interface CronToken {
  readonly text: string;
  readonly position: number;
}

const LONGEST_TEXT = 512;
const FIVE = 'five fields: minute, hour, day of month, month, day of week';
const countWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'];

const nicknames = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
]);

/** Splits an expression into its five field texts, nicknames expanded; throws `invalid_cron` when they are not five. */
export function splitCron(text: unknown): readonly CronToken[] {
  if (typeof text !== 'string') {
    throw cronFault(`cron: text expected, ${typeName(text)} found`, whole(typeName(text)));
  }
  if (text.length > LONGEST_TEXT) {
    const message = `cron: ${text.length} characters found, at most ${LONGEST_TEXT} allowed`;
    throw cronFault(message, { ...whole(text), allowed: `at most ${LONGEST_TEXT} characters` });
  }
  const tokens = splitAt(text, /[^ \t]+/g);
  const first = tokens[0]?.text ?? '';
  const fields = first.startsWith('@') ? splitAt(expandNickname(text.trim()), /[^ ]+/g) : tokens;
  if (fields.length !== 5) {
    throw cronFault(countFault(fields.length), whole(text));
  }
  return fields;
}

/** The items of a comma list with their places, empty ones included. */
export function splitList(field: CronToken): readonly CronToken[] {
  let position = field.position;
  return field.text.split(',').map((text) => {
    const item = { text, position };
    position += text.length + 1;
    return item;
  });
}

function splitAt(text: string, pattern: RegExp): readonly CronToken[] {
  return Array.from(text.matchAll(pattern), (match) => ({ text: match[0], position: match.index }));
}

function expandNickname(text: string): string {
  const expanded = nicknames.get(text);
  if (expanded === undefined) {
    const allowed = [...nicknames.keys()].join(', ');
    throw cronFault(`cron: ${quote(text)} is not a known nickname: ${allowed}`, { ...whole(text), allowed });
  }
  return expanded;
}

function countFault(count: number): string {
  const found = countWords[count] ?? String(count);
  const reason = count === 6 ? ': seconds are not supported' : '';
  return `${found} ${count === 1 ? 'field' : 'fields'} found, five expected${reason}`;
}

function whole(found: string): CronFaultPlace {
  return { field: 'expression', position: 0, found, allowed: FIVE };
}

function typeName(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  return Array.isArray(value) ? 'array' : typeof value;
}
