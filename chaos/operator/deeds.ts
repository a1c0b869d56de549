import type { Edit } from '../audit/history.ts';
import { ZONES } from '../plan/population.ts';

/** What an operator does to one worker. */
export interface Deed {
  readonly kind: Edit['kind'] | 'run' | 'cancel';
  /** What an edit asks for; nothing for the others. */
  readonly wanted: Edit['wanted'];
}

/** Expressions that operators write; most mean every minute, in one way or another. */
const CRONS = ['* * * * *', '* * * * *', '*/1 * * * *', '0-59 * * * *', '*/2 * * * *', '* */1 * * *', '30 4 * * *'];

function one<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T;
}

/** What operators do, each as often as it stands here. */
export const DEEDS: readonly (() => Deed)[] = [
  () => ({ kind: 'put', wanted: { cron: '* * * * *', enabled: true } }),
  () => ({ kind: 'put', wanted: { cron: one(CRONS), timezone: one(ZONES), enabled: true } }),
  () => ({ kind: 'put', wanted: { cron: one(CRONS), timezone: one(ZONES) } }),
  () => ({ kind: 'patch', wanted: { enabled: false } }),
  () => ({ kind: 'patch', wanted: { enabled: true } }),
  () => ({ kind: 'patch', wanted: { cron: one(CRONS) } }),
  () => ({ kind: 'patch', wanted: {} }),
  () => ({ kind: 'delete', wanted: {} }),
  () => ({ kind: 'run', wanted: {} }),
  () => ({ kind: 'cancel', wanted: {} }),
  () => ({ kind: 'cancel', wanted: {} }),
];
