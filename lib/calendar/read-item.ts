import type { CronField } from './cron-field.ts';
import { rangeOf } from './cron-field.ts';
import { cronFault, quote } from './cron-fault.ts';
import type { CronToken } from './split-cron.ts';

/** One list item after the lexical check; ranges are inclusive, weekdays 0 (Sunday) to 7 (Sunday again). */
export type CronItem =
  | { readonly kind: 'all' }
  | { readonly kind: 'value'; readonly value: number }
  | { readonly kind: 'range'; readonly first: number; readonly last: number; readonly step: number }
  | { readonly kind: 'last-day' }
  | { readonly kind: 'last-weekday'; readonly weekday: number }
  | { readonly kind: 'nth-weekday'; readonly weekday: number; readonly nth: number };

const plain = /^(?:\*|([0-9]+|[A-Za-z]{3})(?:-([0-9]+|[A-Za-z]{3}))?)(?:\/([0-9]+))?$/;
const special = /^([0-9]+|[A-Za-z]{3})(?:(L)|#([0-9]+))$/;

/** Checks one item of one field's list against the grammar; throws `invalid_cron` naming field, place and what is allowed. */
export function readItem(field: CronField, token: CronToken): CronItem {
  if (field.name === 'day-of-month' && token.text === 'L') {
    return { kind: 'last-day' };
  }
  const weekday = field.name === 'day-of-week' ? special.exec(token.text) : null;
  if (weekday !== null) {
    return readWeekdayOfMonth(field, token, weekday);
  }
  const match = plain.exec(token.text);
  if (match === null) {
    throw fault(field, token, `${quote(token.text)} is not understood${hintFor(token.text)}`);
  }
  return readPlain(field, token, match);
}

function readPlain(field: CronField, token: CronToken, match: RegExpExecArray): CronItem {
  const [, firstText, lastText, stepText] = match;
  const step = stepText === undefined ? 1 : readStep(field, token, stepText);
  if (firstText === undefined) {
    const last = field.min + field.size - 1;
    return stepText === undefined ? { kind: 'all' } : { kind: 'range', first: field.min, last, step };
  }
  const first = readValue(field, token, firstText);
  if (lastText === undefined) {
    if (stepText !== undefined) {
      const written = `${firstText}-${field.min + field.size - 1}/${stepText}`;
      throw fault(field, token, `${token.text} has a step on a single value: write ${written}`);
    }
    return { kind: 'value', value: first };
  }
  const last = readRangeEnd(field, token, { first, text: lastText });
  if (last < first) {
    throw fault(field, token, `${token.text} runs backwards: write two ranges`);
  }
  return { kind: 'range', first, last, step };
}

/** SUN at the end of a range is day 7, so that FRI-SUN works; only after Sunday itself it is day 0. */
function readRangeEnd(field: CronField, token: CronToken, end: { first: number; text: string }): number {
  const last = readValue(field, token, end.text);
  return end.first > 0 && end.text.toUpperCase() === 'SUN' ? 7 : last;
}

function readWeekdayOfMonth(field: CronField, token: CronToken, match: RegExpExecArray): CronItem {
  const [, dayText = '', , nthText] = match;
  const weekday = readValue(field, token, dayText) % 7;
  if (nthText === undefined) {
    return { kind: 'last-weekday', weekday };
  }
  if (!/^[1-5]$/.test(nthText)) {
    throw fault(field, token, `#${nthText} is not in #1–#5`);
  }
  return { kind: 'nth-weekday', weekday, nth: Number(nthText) };
}

function readValue(field: CronField, token: CronToken, text: string): number {
  if (!/^[0-9]/.test(text)) {
    const index = field.names.indexOf(text.toUpperCase());
    if (index < 0) {
      throw fault(field, token, `${quote(text)} is not in ${rangeOf(field)}`);
    }
    return field.firstName + index;
  }
  const value = Number(text);
  if (value < field.min || value > field.max) {
    throw fault(field, token, `${text} is not in ${rangeOf(field)}`);
  }
  return checkLength(field, token, text);
}

function readStep(field: CronField, token: CronToken, text: string): number {
  const step = Number(text);
  if (step < 1 || step > field.size) {
    throw fault(field, token, `step ${text} is not in 1–${field.size}`);
  }
  return checkLength(field, token, text);
}

function checkLength(field: CronField, token: CronToken, digits: string): number {
  if (digits.length > 2) {
    throw fault(field, token, `${digits} has more than two digits`);
  }
  return Number(digits);
}

function hintFor(text: string): string {
  if (text === '') {
    return ': a list item is empty';
  }
  if (text.includes('?')) {
    return ': write * instead of ?';
  }
  if (/^(?:H|[0-9]*W|LW)/.test(text)) {
    return ': H and W are not part of the format';
  }
  return '';
}

function fault(field: CronField, token: CronToken, sentence: string): Error {
  const extra = { 'day-of-month': ', L', 'day-of-week': ', 5L, 5#2', minute: '', hour: '', month: '' }[field.name];
  const allowed = `*, */n, a, a-b, a-b/n${extra} with values ${rangeOf(field)}`;
  const message = `${field.name}: ${sentence.length > 120 ? `${sentence.slice(0, 120)}…` : sentence}`;
  return cronFault(message, { field: field.name, position: token.position, found: token.text, allowed });
}
