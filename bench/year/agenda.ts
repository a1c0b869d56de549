import type { Random } from '../../test/calendar/random.ts';

/** One schedule of a simulation. */
export interface Agenda {
  readonly workerName: string;
  readonly cron: string;
  readonly timezone: string;
  /** About how many hours lie between two occurrences. */
  readonly periodHours: number;
}

/** Longest time between two occurrences of any agenda drawn here, in days. */
export const LONGEST_PERIOD_DAYS = 62;

type Drawn = Pick<Agenda, 'cron' | 'periodHours'>;

const RARE: readonly Drawn[] = [
  { cron: '0 9 * * 1-5', periodHours: 24 },
  { cron: '30 2 * * 0', periodHours: 168 },
  { cron: '0 0 1 * *', periodHours: 720 },
  { cron: '45 23 L * *', periodHours: 720 },
  { cron: '15 1 * * 0#2', periodHours: 720 },
  { cron: '30 2 * * 0L', periodHours: 720 },
  { cron: '0 2 13 * 5', periodHours: 144 },
  { cron: '30 1 */3 * *', periodHours: 72 },
];

interface Choices {
  readonly zones: readonly string[];
  readonly minutes: readonly number[];
}

/** Schedules on these zones in turn: six of ten daily, most of them at hours that clocks skip or repeat, the others hourly and rarer. */
export function drawAgendas(random: Random, count: number, { zones, minutes }: Choices): readonly Agenda[] {
  return Array.from({ length: count }, (_, index) => ({
    workerName: `w${String(index).padStart(4, '0')}`,
    timezone: zones[index % zones.length] ?? 'UTC',
    ...drawCron(random, () => random.pick(minutes)),
  }));
}

function drawCron(random: Random, minute: () => number): Drawn {
  const kind = random.between(1, 100);
  if (kind <= 15) return { cron: `${minute()} * * * *`, periodHours: 1 };
  if (kind <= 25) {
    const hours = random.pick([2, 3, 4, 6]);
    return { cron: `${minute()} */${hours} * * *`, periodHours: hours };
  }
  if (kind <= 40) return random.pick(RARE);
  const hour = random.chance(0.7) ? random.between(0, 3) : random.between(4, 23);
  const second = random.chance(0.1) ? `,${random.between(hour, 23)}` : '';
  return {
    cron: `${random.chance(0.04) ? random.pick([1, 7, 59]) : minute()} ${hour}${second} * * *`,
    periodHours: 24,
  };
}
