import type { AppliedFault, History, RunMove } from '../audit/history.ts';
import { iso, type Violation } from './violation.ts';

/** Ticks that may pass over a row whose lease is over: somebody holds it, or the tick was under way. */
const PATIENT_TICKS = 3;
/** The longest that anybody but the product holds a row: a host's open transaction, or a frozen process (ms). */
const LONGEST_HOLD_MS = 25_000;
/** The default takeover in mid-statement is 20 s; the next in line may be struck as well (ms). */
const LONGEST_SILENCE_MS = 60_000;

/** The instants of the leaders' ticks, by the database's clock. */
export function tickInstants({ log }: History): number[] {
  return log
    .filter(({ event }) => event === 'tick')
    .map((line) => new Date(String(line['now'])).getTime())
    .sort((a, b) => a - b);
}

/** A run whose lease is over is ended by the next tick, unless somebody holds its row. */
export function checkLeases(history: History): Violation[] {
  const ticks = tickInstants(history);
  const passedOver = (from: number, to: number): boolean =>
    ticks.filter((tick) => tick > from + LONGEST_HOLD_MS && tick < to).length > PATIENT_TICKS;
  const ended = history.runMoves
    .filter(({ old, now }) => old?.status === 'RUNNING' && now.status !== 'RUNNING')
    .filter((move) => passedOver(move.old?.leaseExpiresAt ?? Infinity, endOf(move)));
  const running = history.runs.filter(
    ({ status, leaseExpiresAt }) => status === 'RUNNING' && passedOver(leaseExpiresAt ?? Infinity, history.until),
  );
  const late = (who: string, id: string, expired: number | null): Violation => ({
    rule: 'nothing runs for ever',
    who,
    what: `run ${id} was RUNNING through several ticks after its lease was over at ${iso(expired)}`,
  });
  return [
    ...ended.map(({ workerName, now, old }) => late(workerName, now.id, old?.leaseExpiresAt ?? null)),
    ...running.map(({ workerName, id, leaseExpiresAt }) => late(workerName, id, leaseExpiresAt)),
  ];
}

function endOf({ now, begun }: RunMove): number {
  return now.finishedAt ?? begun;
}

/** Times without a tick, each without what of it the server was away (ms). */
export function silences(history: History): { readonly from: number; readonly ms: number }[] {
  const ticks = tickInstants(history);
  const away = history.faults.filter(isServerFault);
  return ticks.slice(1).map((tick, n) => {
    const from = ticks[n] ?? tick;
    const gone = away.reduce((sum, { began, ended }) => sum + overlap([from, tick], [began, ended]), 0);
    return { from, ms: tick - from - gone };
  });
}

/** Whether a fault takes the whole server away. */
export function isServerFault({ name }: AppliedFault): boolean {
  return name.startsWith('PostgreSQL') || name === 'backend killed';
}

function overlap([from, to]: readonly [number, number], [began, ended]: readonly [number, number]): number {
  return Math.max(0, Math.min(to, ended) - Math.max(from, began));
}

/** Somebody ticks, whatever happens to whom, whenever there is a database. */
export function checkSilences(history: History): Violation[] {
  return silences(history)
    .filter(({ ms }) => ms > LONGEST_SILENCE_MS)
    .map(({ from, ms }) => ({
      rule: 'somebody ticks',
      who: 'schedulers',
      what: `nobody ticked for ${Math.round(ms)} ms after ${iso(from)}`,
    }));
}
