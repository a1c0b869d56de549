import { HARNESS_NAME } from '../server/ask.ts';
import type { History, RunMove, ScheduleVersion } from '../audit/history.ts';
import { following } from './agendas.ts';
import { groupBy, iso, type Violation } from './violation.ts';

const violation = (who: string, what: string): Violation => ({ rule: 'agenda as the calendar', who, what });

/** A healing computes its instants a moment before it writes them (ms). */
const HEALING_MS = 60_000;

/**
 * The scheduler writes only instants that the row it writes to names, and only the columns that are its own; it enqueues only
 * what the row, as it stands when the run is made, asks for.
 */
export function checkAgendaInstants({ schedules, runMoves }: History): Violation[] {
  const versions = groupBy(schedules, ({ workerName }) => workerName);
  const moves = groupBy(runMoves, ({ workerName }) => workerName);
  return [
    ...[...versions.values()].flatMap((ofWorker) => ofWorker.flatMap((one, n) => checkWrite(one, ofWorker[n - 1]))),
    ...[...moves].flatMap(([worker, ofWorker]) => checkEnqueued(ofWorker, versions.get(worker) ?? [])),
  ];
}

function checkWrite(version: ScheduleVersion, before: ScheduleVersion | undefined): Violation[] {
  const { row, workerName, begun, app, op } = version;
  if (op !== 'UPDATE' || before === undefined || app === HARNESS_NAME || row.version !== before.row.version) return [];
  const faults: string[] = [];
  for (const member of ['enabled', 'cron', 'timezone'] as const) {
    if (row[member] !== before.row[member]) faults.push(`${member} was changed without an edit`);
  }
  if (JSON.stringify(row.request) !== JSON.stringify(before.row.request))
    faults.push('request was changed without an edit');
  if (row.nextRunAt === null && row.fault === null) faults.push('next_run_at was taken away without a fault');
  const latest = following(row, begun);
  if (row.nextRunAt !== null && row.nextRunAt !== before.row.nextRunAt) {
    const named = following(row, row.nextRunAt - 1) === row.nextRunAt;
    const near = row.nextRunAt > begun - HEALING_MS && row.nextRunAt <= (latest ?? -Infinity);
    if (!named || !near) {
      faults.push(`next_run_at became ${iso(row.nextRunAt)}, "${row.cron}" means ${iso(latest)}`);
    }
  }
  return faults.map((fault) => violation(workerName, `${fault} (${iso(begun)})`));
}

/** In the order of one worker's commits: what its schedule said when the scheduler made a run. */
function checkEnqueued(moves: readonly RunMove[], versions: readonly ScheduleVersion[]): Violation[] {
  const made = moves.filter(({ old, now }) => old === null && now.trigger === 'SCHEDULE');
  const runs = new Map(moves.map((move) => [move.now.id, move]));
  return made.flatMap((move) => {
    const schedule = versions.findLast(({ seq }) => seq < move.seq);
    const parent = move.now.retryOf === null ? undefined : runs.get(move.now.retryOf);
    const fault = enqueueFault(move, schedule, parent);
    return fault === undefined ? [] : [violation(move.workerName, `run ${move.now.id} was made ${fault}`)];
  });
}

function enqueueFault(
  { now, request }: RunMove,
  schedule: ScheduleVersion | undefined,
  parent: RunMove | undefined,
): string | undefined {
  if (schedule === undefined || schedule.op === 'DELETE') return 'without a schedule';
  if (!schedule.row.enabled) return 'from a paused schedule';
  if (now.retryOf !== null) {
    const ended = parent?.now.finishedAt ?? -Infinity;
    return schedule.row.switchedAt > ended ? 'for a run that ended before the schedule was switched on' : undefined;
  }
  const stale = JSON.stringify(request) !== JSON.stringify(schedule.row.request);
  return stale ? 'with a request that the schedule no longer had' : undefined;
}
