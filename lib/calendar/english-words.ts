import { type CalendarWords, clockText, joinList } from './calendar-words.ts';
import type { CronClaims, MinuteClaim, MonthDayClaim, Run, TimeClaim, WeekdayClaim } from './cron-claims.ts';
import { MONTH_NAMES } from './month-names.ts';

const weekdays = ['', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth'];
const months = ['', ...MONTH_NAMES];

/** English, with a 24-hour clock. */
export const englishWords: CalendarWords = { time: timeText, days: daysText, months: monthsText };

function timeText(claim: TimeClaim): string {
  if (claim.kind === 'times') {
    return `at ${joinList(claim.times.map(clockText), 'and')}`;
  }
  const minutes = minutesText(claim.minutes);
  if (claim.hours === 'every') {
    return 'every' in claim.minutes ? minutes : `${minutes} of every hour`;
  }
  return `${minutes} of ${counted('hour', claim.hours)}`;
}

function minutesText(claim: MinuteClaim): string {
  if ('every' in claim) {
    return claim.every === 1 ? 'every minute' : `every ${claim.every} minutes`;
  }
  return `at ${counted('minute', claim.runs)}`;
}

function daysText(claim: CronClaims['days']): string {
  if (claim === null) {
    return 'every day';
  }
  const ofMonth = claim.ofMonth === null ? [] : [monthDaysText(claim.ofMonth)];
  const ofWeek = claim.ofWeek === null ? [] : [weekdaysText(claim.ofWeek)];
  return [...ofMonth, ...ofWeek].join(' or ');
}

function monthDaysText({ runs, last }: MonthDayClaim): string {
  const days = runs.length === 0 ? [] : [counted('day', runs)];
  return `on ${joinList([...days, ...(last ? ['the last day'] : [])], 'and')} of the month`;
}

function weekdaysText({ runs, nth, last }: WeekdayClaim): string {
  const inMonth = [
    ...nth.map((item) => `the ${ordinals[item.nth] ?? ''} ${weekdays[item.weekday] ?? ''}`),
    ...last.map((weekday) => `the last ${weekdays[weekday] ?? ''}`),
  ];
  const weekly = runs.length === 0 ? [] : [namedRuns('on', runs, weekdays)];
  return joinList([...weekly, ...(inMonth.length === 0 ? [] : [`on ${joinList(inMonth, 'and')} of the month`])], 'and');
}

function monthsText(runs: readonly Run[]): string {
  return namedRuns('in', runs, months);
}

function namedRuns(preposition: string, runs: readonly Run[], names: readonly string[]): string {
  const [only] = runs;
  const isRange = runs.length === 1 && only !== undefined && only.first !== only.last && only.step === 1;
  return `${isRange ? 'from' : preposition} ${joinList(
    runs.flatMap((run) => namedRun(run, names)),
    'and',
  )}`;
}

/** Names in steps are written out: "January, April, July and October" says more than "every three months". */
function namedRun({ first, last, step }: Run, names: readonly string[]): readonly string[] {
  if (first !== last && step === 1) {
    return [`${names[first] ?? ''} to ${names[last] ?? ''}`];
  }
  return names.filter((_, index) => index >= first && index <= last && (index - first) % step === 0);
}

function counted(noun: string, runs: readonly Run[]): string {
  const isOne = runs.length === 1 && runs[0]?.first === runs[0]?.last;
  return `${noun}${isOne ? '' : 's'} ${joinList(runs.map(runText), 'and')}`;
}

function runText({ first, last, step }: Run): string {
  if (first === last) {
    return String(first);
  }
  return step === 1 ? `${first} to ${last}` : `${first} to ${last} in steps of ${step}`;
}
