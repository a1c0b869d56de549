/** What a sentence of `describeCron` claims, read back from its words alone. */
export interface SentenceClaims {
  /** Whether it claims a minute of the day, 0–1439. */
  readonly claimsTime: (minuteOfDay: number) => boolean;
  /** Whether it claims a date, given as a UTC midnight. */
  readonly claimsDate: (date: Date) => boolean;
}

interface Language {
  readonly months: readonly string[];
  readonly weekdays: readonly string[];
  readonly ordinals: readonly string[];
  readonly everyDay: string;
  readonly or: string;
}

const english: Language = {
  months: 'January February March April May June July August September October November December'.split(' '),
  weekdays: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
  ordinals: ['first', 'second', 'third', 'fourth', 'fifth', 'last'],
  everyDay: 'every day',
  or: ' or ',
};
const portuguese: Language = {
  months: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
  weekdays: 'domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado'.split(' '),
  ordinals: ['primeir[oa]', 'segund[oa]', 'terceir[oa]', 'quart[oa]', 'quint[oa]', 'últim[oa]'],
  everyDay: 'todos os dias',
  or: ' ou ',
};
const LAST = 6;

const dayHead =
  /, (?=every day|todos os dias|on |from |nos? dias? |no último dia|n[ao] |de (?:\S+-feira|sábado|domingo))/;

/** Reads a whole sentence; throws when a part of it is in no form that it knows. */
export function readSentence(sentence: string, locale: 'en' | 'pt-BR'): SentenceClaims {
  const language = locale === 'en' ? english : portuguese;
  const [time, rest] = splitFirst(sentence, dayHead);
  const [days, months] = splitFirst(rest, new RegExp(`, (?=(?:in|em|from|de) (?:${language.months.join('|')}))`));
  const claimsMonth = months === '' ? () => true : namesReader(months, language.months);
  const claimsDay = daysReader(days, language);
  return {
    claimsTime: timeReader(time),
    claimsDate: (date) => claimsMonth(date.getUTCMonth()) && claimsDay(date),
  };
}

function splitFirst(text: string, separator: RegExp): readonly [string, string] {
  const match = separator.exec(text);
  return match === null ? [text, ''] : [text.slice(0, match.index), text.slice(match.index + match[0].length)];
}

function timeReader(text: string): (minuteOfDay: number) => boolean {
  const clocks = [...text.matchAll(/(\d\d):(\d\d)/g)].map(([, hour, minute]) => Number(hour) * 60 + Number(minute));
  if (clocks.length > 0) {
    return (minuteOfDay) => clocks.includes(minuteOfDay);
  }
  const [minutes, hours] = splitFirst(text, / (?=of hours? |das? horas? |of every hour|de cada hora)/);
  const claimsMinute = minuteReader(minutes);
  const claimsHour = /\d/.test(hours) ? numbersReader(hours) : () => true;
  return (minuteOfDay) => claimsMinute(minuteOfDay % 60) && claimsHour(Math.floor(minuteOfDay / 60));
}

function minuteReader(text: string): (minute: number) => boolean {
  const [, every] = /^(?:Every|A cada) (?:minut[eo]$|(\d+) minut[eo]s$)/.exec(text) ?? [];
  if (every !== undefined) {
    return (minute) => minute % Number(every) === 0;
  }
  return /^(?:Every|A cada) minut[eo]$/.test(text) ? () => true : numbersReader(text);
}

function daysReader(text: string, language: Language): (date: Date) => boolean {
  if (text === language.everyDay) {
    return () => true;
  }
  const readers = text.split(language.or).map((part) => dayPartReader(part, language));
  return (date) => readers.some((claims) => claims(date));
}

function dayPartReader(part: string, language: Language): (date: Date) => boolean {
  if (/(?:days? \d|last day|dias? \d|último dia)/.test(part)) {
    const claimsDay = /\d/.test(part) ? numbersReader(part) : () => false;
    const claimsLast = /last day|último dia/.test(part);
    return (date) => claimsDay(date.getUTCDate()) || (claimsLast && later(date, 1).getUTCDate() === 1);
  }
  const { rest, inMonth } = takeOrdinals(part, language);
  const claimsWeekday = rest.trim() === '' ? () => false : namesReader(rest, language.weekdays);
  return (date) =>
    claimsWeekday(date.getUTCDay()) ||
    inMonth.some(({ nth, weekday }) => date.getUTCDay() === weekday && isNth(date, nth));
}

function takeOrdinals(part: string, { ordinals, weekdays }: Language) {
  const inMonth: { nth: number; weekday: number }[] = [];
  const pattern = new RegExp(`(?:on )?(?:the |n[ao] )?(${ordinals.join('|')}) (${weekdays.join('|')})`, 'g');
  const rest = part.replace(pattern, (_, ordinal: string, weekday: string) => {
    const nth = ordinals.findIndex((stem) => new RegExp(`^${stem}$`).test(ordinal)) + 1;
    inMonth.push({ nth, weekday: weekdays.indexOf(weekday) });
    return '';
  });
  return { inMonth, rest: rest.replace(/of the month|do mês|^ *(?:and|e) *| (?:and|e) *(?=$| of)|,/g, ' ') };
}

function isNth(date: Date, nth: number): boolean {
  return nth === LAST ? later(date, 7).getUTCMonth() !== date.getUTCMonth() : Math.ceil(date.getUTCDate() / 7) === nth;
}

function later(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}

/** Names and ranges of names; a week's range may run over its end. */
function namesReader(text: string, names: readonly string[]): (index: number) => boolean {
  const name = names.join('|');
  const claimed = new Set<number>();
  for (const [, first, last] of text.matchAll(new RegExp(`(${name})(?: (?:to|a) (${name}))?`, 'g'))) {
    const end = names.indexOf(last ?? first!);
    let index = names.indexOf(first!);
    claimed.add(index);
    while (index !== end) claimed.add((index = (index + 1) % names.length));
  }
  if (claimed.size === 0) {
    throw new Error(`no names in ${JSON.stringify(text)}`);
  }
  return (index) => claimed.has(index);
}

function numbersReader(text: string): (value: number) => boolean {
  const runs = [...text.matchAll(/(\d+)(?: (?:to|a) (\d+)(?: (?:in steps of (\d+)|de (\d+) em \d+))?)?/g)];
  if (runs.length === 0) {
    throw new Error(`no numbers in ${JSON.stringify(text)}`);
  }
  return (value) =>
    runs.some(([, first, last = first, step, passo]) => {
      const offset = value - Number(first);
      return offset >= 0 && value <= Number(last) && offset % Number(step ?? passo ?? 1) === 0;
    });
}
