import { expect } from 'chai';
import { describeCron } from '../../lib/calendar/describe-cron.ts';
import { nextOccurrence } from '../../lib/calendar/next-occurrence.ts';
import { nextOccurrences } from '../../lib/calendar/next-occurrences.ts';
import { Random } from './random.ts';
import { randomExpression } from './random-expression.ts';
import { readSentence } from './read-sentence.ts';
import { thrownBy } from './thrown-by.ts';

const DAY = 86_400_000;
const FROM = Date.UTC(2026, 0, 1);
const DAYS = 1096;

describe('describeCron', function () {
  this.timeout(120_000);

  const sentences: readonly (readonly [text: string, english: string, portuguese: string])[] = [
    ['0 0 13 * 5', 'At 00:00, on day 13 of the month or on Friday', 'Às 00:00, no dia 13 do mês ou na sexta-feira'],
    ['* * * * *', 'Every minute, every day', 'A cada minuto, todos os dias'],
    ['@hourly', 'At minute 0 of every hour, every day', 'No minuto 0 de cada hora, todos os dias'],
    ['0 1 * * 1-5', 'At 01:00, from Monday to Friday', 'À 01:00, de segunda-feira a sexta-feira'],
    [
      '*/7 9-17 * * *',
      'At minutes 0 to 56 in steps of 7 of hours 9 to 17, every day',
      'Nos minutos 0 a 56 de 7 em 7 das horas 9 a 17, todos os dias',
    ],
    [
      '30 4 1,15,L 1-7/3 SAT#1,SUNL',
      'At 04:30, on days 1 and 15 and the last day of the month or on the first Saturday and the last Sunday of the month, in January, April and July',
      'Às 04:30, nos dias 1 e 15 e no último dia do mês ou no primeiro sábado e no último domingo do mês, em janeiro, em abril e em julho',
    ],
    [
      '0 */4 * * *',
      'At 00:00, 04:00, 08:00, 12:00, 16:00 and 20:00, every day',
      'Às 00:00, às 04:00, às 08:00, às 12:00, às 16:00 e às 20:00, todos os dias',
    ],
    ['0 0 13 * 0-6', 'At 00:00, every day', 'Às 00:00, todos os dias'],
    ['* 9 * * *', 'Every minute of hour 9, every day', 'A cada minuto da hora 9, todos os dias'],
    [
      '1-46/15 * * * *',
      'At minutes 1 to 46 in steps of 15 of every hour, every day',
      'Nos minutos 1 a 46 de 15 em 15 de cada hora, todos os dias',
    ],
    [
      '1,3,5,8 * * * *',
      'At minutes 1, 3, 5 and 8 of every hour, every day',
      'Nos minutos 1, 3, 5 e 8 de cada hora, todos os dias',
    ],
    [
      '1-2,5 * * * *',
      'At minutes 1, 2 and 5 of every hour, every day',
      'Nos minutos 1, 2 e 5 de cada hora, todos os dias',
    ],
    ['1-3 * * * *', 'At minutes 1 to 3 of every hour, every day', 'Nos minutos 1 a 3 de cada hora, todos os dias'],
    ['0 0 * * SUN,MON', 'At 00:00, on Monday and Sunday', 'Às 00:00, na segunda-feira e no domingo'],
    ['0 0 * * SAT,SUN', 'At 00:00, on Saturday and Sunday', 'Às 00:00, no sábado e no domingo'],
    [
      '0 0 * * MON-WED,FRI',
      'At 00:00, on Monday to Wednesday and Friday',
      'Às 00:00, de segunda-feira a quarta-feira e na sexta-feira',
    ],
    [
      '0 0 * * MON,5#2',
      'At 00:00, on Monday and on the second Friday of the month',
      'Às 00:00, na segunda-feira e na segunda sexta-feira do mês',
    ],
    ['0 0 * * 5L', 'At 00:00, on the last Friday of the month', 'Às 00:00, na última sexta-feira do mês'],
    [
      '0 0 1 2-11/3 *',
      'At 00:00, on day 1 of the month, in February, May, August and November',
      'Às 00:00, no dia 1 do mês, em fevereiro, em maio, em agosto e em novembro',
    ],
  ];

  for (const [text, english, portuguese] of sentences) {
    it(`says of ${text}: ${english}`, () => {
      expect(describeCron(text)).to.equal(english);
      expect(describeCron(text, { locale: 'en' })).to.equal(english);
      expect(describeCron(text, { locale: 'pt-BR' })).to.equal(portuguese);
    });
  }

  it('claims exactly the dates and times of the occurrences, for 200 expressions in both languages', () => {
    for (const text of drawExpressions(200)) {
      for (const locale of ['en', 'pt-BR'] as const) {
        expect(contradictionsOf(text, locale), `${text}: ${describeCron(text, { locale })}`).to.deep.equal([]);
      }
    }
  });

  it('does not claim a rhythm that breaks at the hour, at midnight or at the end of the month', () => {
    expect(describeCron('*/7 * * * *')).not.to.match(/every 7/i);
    expect(describeCron('0 */5 * * *')).not.to.match(/every 5/i);
    expect(describeCron('0 0 */2 * *')).not.to.match(/every 2/i);
  });

  it('refuses a language that it does not speak', () => {
    const error = thrownBy(() => describeCron('* * * * *', { locale: 'de' as 'en' }));
    expect(error).to.include({ code: 'invalid_options', message: 'locale: one of en, pt-BR is needed' });
    expect(error).to.have.nested.property('fields[0].path', 'locale');
  });
});

function drawExpressions(count: number): readonly string[] {
  const random = new Random(200);
  const texts = new Set<string>();
  while (texts.size < count) {
    const text = randomExpression(random, new Date(FROM + random.between(0, DAYS) * DAY));
    if (!/^\S+ \S+ (?:30|31)\S* (?:2|FEB|feb) \*$/.test(text)) texts.add(text);
  }
  return [...texts];
}

/** Dates of three years, and minutes of the first date, on which the sentence and the occurrences disagree. */
function contradictionsOf(text: string, locale: 'en' | 'pt-BR'): readonly string[] {
  const claims = readSentence(describeCron(text, { locale }), locale);
  const dates = Array.from({ length: DAYS }, (_, index) => new Date(FROM + index * DAY));
  const wrongDates = dates.filter((date) => claims.claimsDate(date) !== occursWithin(text, date.getTime()));
  const first = nextOccurrence(text, { timezone: 'UTC', after: new Date(FROM - 1) })!;
  const midnight = Math.floor(first.getTime() / DAY) * DAY;
  const found = nextOccurrences(text, { timezone: 'UTC', after: new Date(midnight - 1), count: 1440 });
  const minutes = new Set(found.map((date) => (date.getTime() - midnight) / 60_000));
  const wrongMinutes = Array.from({ length: 1440 }, (_, minute) => minute).filter(
    (minute) => claims.claimsTime(minute) !== minutes.has(minute),
  );
  return [...wrongDates.map((date) => date.toISOString()), ...wrongMinutes.map((minute) => `minute ${minute}`)];
}

function occursWithin(text: string, midnight: number): boolean {
  const next = nextOccurrence(text, { timezone: 'UTC', after: new Date(midnight - 1) });
  return next !== null && next.getTime() < midnight + DAY;
}
