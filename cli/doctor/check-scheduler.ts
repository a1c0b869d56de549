import { zoneDataVersion } from '../../lib/calendar/zone-data-version.ts';
import { readSchedulerHealth } from '../../lib/schedules/scheduler-health.ts';
import { getSchedulerState, type SchedulerState } from '../../lib/schedules/scheduler-state.ts';
import { schedulerVerdict } from '../../lib/schedules/scheduler-verdict.ts';
import { agoText, elapsedText } from '../elapsed-text.ts';
import type { Check, Finding } from './finding.ts';

/** A leader decides within its idle limit of 5 s at most; three times that is not its rhythm any more. */
const LATE_MS = 15_000;

const say = (level: Finding['level'], message: string): Finding => ({ check: 'scheduler', level, message });

/** Whether anybody leads, ticks, and keeps up. */
export const checkScheduler: Check = async ({ knex, input }) => {
  const state = await getSchedulerState(knex, { names: input });
  const health = await readSchedulerHealth(knex, { names: input });
  const ago = (instant: Date | null = null): string => agoText(instant, health.now);
  const leader = state?.leader ?? `backend ${health.lockHolder ?? 0}`;
  const verdicts = {
    ticking: say('ok', `${leader} leads, last tick ${ago(state?.lastTickAt)}`),
    stalled: say('fault', `${leader} holds the lead and does not tick; last tick ${ago(state?.lastTickAt)}`),
    leaderless: say('fault', `nobody leads; last tick ${ago(state?.lastTickAt)}. Start the scheduler process.`),
  };
  const found = [verdicts[schedulerVerdict(health, state)]];
  const lateMs = health.dueSince === null ? 0 : health.now.getTime() - health.dueSince.getTime();
  if (lateMs > LATE_MS) found.push(say('fault', `an occurrence is due and undecided since ${elapsedText(lateMs)}`));
  const lastError = state?.lastError ?? null;
  if (lastError !== null) found.push(say('note', `last error ${ago(state?.lastErrorAt)}: ${lastError}`));
  return [...found, ...zoneDataOf(state)];
};

/** Two processes with other zone data compute other instants for the same schedule. */
function zoneDataOf(state: SchedulerState | undefined): Finding[] {
  const here = zoneDataVersion();
  const there = state?.zoneDataVersion ?? null;
  if (there === null)
    return [{ check: 'zone data', level: 'ok', message: `${here} here; no scheduler has told its own yet` }];
  if (there === here) return [{ check: 'zone data', level: 'ok', message: `${here}, here and in the scheduler` }];
  const message = `${here} here and ${there} in the scheduler: previews and firing may differ; run one version of Node.js`;
  return [{ check: 'zone data', level: 'note', message }];
}
