import { HARNESS_NAME } from '../server/ask.ts';
import type { AuditEntry, History, ScheduleVersion } from '../audit/history.ts';
import { groupBy, iso, type Violation } from './violation.ts';

/** What an edit of an operator writes into the fires. */
const EDIT_REASONS: readonly (string | null)[] = ['edited', 'paused', 'deleted'];

/** Every write that only the leader makes was made by the backend that held the lock. */
export function checkLeadership(history: History): Violation[] {
  const writes: (AuditEntry & { readonly what: string })[] = [
    ...history.stateWrites.map((entry) => ({ ...entry, what: 'the state row' })),
    ...history.fires
      .filter(({ reason }) => !EDIT_REASONS.includes(reason))
      .map((fire) => ({ ...fire, what: `the fire of ${iso(fire.scheduledAt)}` })),
    ...history.runMoves
      .filter(({ old, now }) =>
        old === null ? now.trigger === 'SCHEDULE' : isInterruption(old.status, now.error, now.status),
      )
      .map((move) => ({ ...move, what: `run ${move.now.id} as ${move.now.status}` })),
    ...advances(history.schedules).map((version) => ({ ...version, what: 'next_run_at' })),
  ];
  return writes
    .filter(({ leads }) => !leads)
    .map(({ workerName, what, app }) => ({
      rule: 'writes hold the lock',
      who: workerName,
      what: `${what} was written without the lock, by "${app}"`,
    }));
}

function isInterruption(before: string, error: string | null, after: string): boolean {
  return before === 'RUNNING' && after !== 'RUNNING' && error?.startsWith('LeaseExpired:') === true;
}

/** Versions that no edit made: the operators' counter stands still. */
function advances(schedules: readonly ScheduleVersion[]): ScheduleVersion[] {
  return [...groupBy(schedules, ({ workerName }) => workerName).values()].flatMap((versions) =>
    versions.filter(({ op, app, row }, n) => {
      return op === 'UPDATE' && app !== HARNESS_NAME && row.version === versions[n - 1]?.row.version;
    }),
  );
}
