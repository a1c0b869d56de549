import { type CalendarWords, clockText, joinList } from './calendar-words.ts';
import type { CronClaims, MinuteClaim, MonthDayClaim, Run, TimeClaim, WeekdayClaim } from './cron-claims.ts';

const SATURDAY = 6;
const weekdays = [
  '',
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
  'domingo',
];
const ordinals = ['', 'primeir', 'segund', 'terceir', 'quart', 'quint'];
const months = [
  '',
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];

/** Brazilian Portuguese. */
export const portugueseWords: CalendarWords = { time: timeText, days: daysText, months: monthsText };

function timeText(claim: TimeClaim): string {
  if (claim.kind === 'times') {
    return joinList(claim.times.map(atClock), 'e');
  }
  const minutes = minutesText(claim.minutes);
  if (claim.hours === 'every') {
    return 'every' in claim.minutes ? minutes : `${minutes} de cada hora`;
  }
  return `${minutes} ${isOne(claim.hours) ? 'da hora' : 'das horas'} ${runsText(claim.hours)}`;
}

function atClock(minuteOfDay: number): string {
  const isOneOClock = Math.floor(minuteOfDay / 60) === 1;
  return `${isOneOClock ? 'à' : 'às'} ${clockText(minuteOfDay)}`;
}

function minutesText(claim: MinuteClaim): string {
  if ('every' in claim) {
    return claim.every === 1 ? 'a cada minuto' : `a cada ${claim.every} minutos`;
  }
  return `${isOne(claim.runs) ? 'no minuto' : 'nos minutos'} ${runsText(claim.runs)}`;
}

function daysText(claim: CronClaims['days']): string {
  if (claim === null) {
    return 'todos os dias';
  }
  const ofMonth = claim.ofMonth === null ? [] : [monthDaysText(claim.ofMonth)];
  const ofWeek = claim.ofWeek === null ? [] : [weekdaysText(claim.ofWeek)];
  return [...ofMonth, ...ofWeek].join(' ou ');
}

function monthDaysText({ runs, last }: MonthDayClaim): string {
  const days = runs.length === 0 ? [] : [`${isOne(runs) ? 'no dia' : 'nos dias'} ${runsText(runs)}`];
  return `${joinList([...days, ...(last ? ['no último dia'] : [])], 'e')} do mês`;
}

function weekdaysText({ runs, nth, last }: WeekdayClaim): string {
  const weekly = runs.flatMap((run) => namedRun(run, weekdays, (index) => (index >= SATURDAY ? 'no' : 'na')));
  const inMonth = [
    ...nth.map((item) => inGender(item.weekday, ordinals[item.nth] ?? '')),
    ...last.map((weekday) => inGender(weekday, 'últim')),
  ];
  const ofMonth = inMonth.length === 0 ? [] : [`${joinList(inMonth, 'e')} do mês`];
  return joinList([...weekly, ...ofMonth], 'e');
}

/** Saturday and Sunday are masculine, the other weekdays feminine. */
function inGender(weekday: number, stem: string): string {
  const ending = weekday >= SATURDAY ? 'o' : 'a';
  return `n${ending} ${stem}${ending} ${weekdays[weekday] ?? ''}`;
}

function monthsText(runs: readonly Run[]): string {
  return joinList(
    runs.flatMap((run) => namedRun(run, months, () => 'em')),
    'e',
  );
}

function namedRun(
  { first, last, step }: Run,
  names: readonly string[],
  preposition: (index: number) => string,
): readonly string[] {
  if (first !== last && step === 1) {
    return [`de ${names[first] ?? ''} a ${names[last] ?? ''}`];
  }
  return names.flatMap((name, index) =>
    index >= first && index <= last && (index - first) % step === 0 ? [`${preposition(index)} ${name}`] : [],
  );
}

function isOne(runs: readonly Run[]): boolean {
  return runs.length === 1 && runs[0]?.first === runs[0]?.last;
}

function runsText(runs: readonly Run[]): string {
  return joinList(runs.map(runText), 'e');
}

function runText({ first, last, step }: Run): string {
  if (first === last) {
    return String(first);
  }
  return step === 1 ? `${first} a ${last}` : `${first} a ${last} de ${step} em ${step}`;
}
