import { nextOccurrence } from '../calendar/next-occurrence.ts';
import { type Healing, readSleepers, type Sleeper, writeHealings } from '../schedules/heal-schedules.ts';
import { readTickNow } from '../schedules/read-clock.ts';
import type { Leading } from './leading.ts';
import type { HealReason } from './scheduler-events.ts';

const PAGE = 500;

/**
 * What a sleeping schedule's instant must become, or null to leave it: an instant that lies later than the next occurrence
 * (the clock stepped, or the zone's rules changed), or that is missing because of a fault that is gone.
 */
export function planHealing(sleeper: Sleeper, now: Date): Healing | null {
  const { workerName, cron, timezone, nextRunAtText } = sleeper;
  try {
    const to = nextOccurrence(cron, { timezone, after: now });
    if (to === null || (nextRunAtText !== null && new Date(nextRunAtText) <= to)) return null;
    return { workerName, cron, timezone, from: nextRunAtText, to };
  } catch {
    // Still not understood: the schedule keeps its fault, which says why, until an operator edits it.
    return null;
  }
}

/** Compares every sleeping schedule with the calendar, a page at a time, and replaces what is wrong. */
export async function heal(leading: Leading, reason: HealReason): Promise<void> {
  const { session, settings } = leading;
  for (let afterWorker = '', full = true; full; ) {
    const page = await session.read(async (database) => ({
      sleepers: await readSleepers(database, settings.names, { afterWorker, limit: PAGE }),
      now: (await readTickNow(database)).now,
    }));
    const healings = page.sleepers
      .map((sleeper) => planHealing(sleeper, page.now))
      .filter((healing) => healing !== null);
    if (healings.length > 0) await writePage(leading, healings, reason);
    full = page.sleepers.length === PAGE;
    afterWorker = page.sleepers.at(-1)?.workerName ?? afterWorker;
  }
}

async function writePage(
  { session, settings, events }: Leading,
  healings: Healing[],
  reason: HealReason,
): Promise<void> {
  const healed = new Set(await session.write((trx) => writeHealings(trx, settings.names, healings)));
  for (const { workerName, from, to } of healings.filter((healing) => healed.has(healing.workerName))) {
    events.emit('healed', { workerName, from: from === null ? null : new Date(from), to, reason });
  }
}
