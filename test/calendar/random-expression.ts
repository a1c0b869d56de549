import type { Random } from './random.ts';

const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** A valid expression with most of its firings near a date, so that a clock change on that date has something to change. */
export function randomExpression(random: Random, near: Date): string {
  const day = random.chance(0.6) ? '*' : dayField(random, near);
  const month = random.chance(0.8) ? '*' : monthField(random, near);
  const weekday = random.chance(0.6) ? '*' : weekdayField(random, near);
  return [minuteField(random), hourField(random), day, month, weekday].join(' ');
}

function minuteField(random: Random): string {
  if (random.chance(0.15)) return '*';
  if (random.chance(0.25)) return `*/${random.pick([2, 5, 7, 10, 15, 20, 30, 45])}`;
  return list(random, () => item(random, 0, 59));
}

function hourField(random: Random): string {
  if (random.chance(0.2)) return '*';
  if (random.chance(0.2)) return `*/${random.between(1, 24)}`;
  if (random.chance(0.1)) return `*/${random.between(2, 12)},${random.between(0, 23)}`;
  return list(random, () => (random.chance(0.6) ? String(random.pick([0, 1, 2, 3, 4, 23])) : item(random, 0, 23)));
}

function dayField(random: Random, near: Date): string {
  const today = near.getUTCDate();
  return random.pick([
    () => String(today),
    () => 'L',
    () => `${Math.max(1, today - 1)}-${Math.min(31, today + 1)}`,
    () => `*/${random.between(1, 31)}`,
    () => list(random, () => (random.chance(0.2) ? 'L' : item(random, 1, 31))),
    () => '*,13',
  ])();
}

function monthField(random: Random, near: Date): string {
  const month = near.getUTCMonth() + 1;
  const name = monthNames[month - 1]!;
  return random.pick([
    `${month}`,
    name,
    name.toLowerCase(),
    `${Math.max(1, month - 1)}-${month}`,
    '*/2',
    '1-12/3',
    '*',
  ]);
}

function weekdayField(random: Random, near: Date): string {
  const weekday = near.getUTCDay();
  return random.pick([
    () => String(weekday),
    () => weekdayNames[weekday]!,
    () => `${weekday}L`,
    () => `${weekdayNames[weekday]!}L`,
    () => `${weekday}#${random.between(1, 5)}`,
    () => `${weekdayNames[weekday]!}#${Math.ceil(near.getUTCDate() / 7)},7`,
    () => '*/2',
    () => 'MON-FRI',
    () => 'FRI-SUN',
    () => '5-7',
    () => '*,3',
    () => list(random, () => item(random, 0, 7)),
  ])();
}

function item(random: Random, min: number, max: number): string {
  const first = random.between(min, max);
  const last = random.between(first, max);
  return random.pick([`${first}`, `${first}`, `${first}-${last}`, `${first}-${last}/${random.between(1, max - min)}`]);
}

function list(random: Random, next: () => string): string {
  return Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, next).join(',');
}
