import { holdsSlot, type RunStatus, TRANSITIONS } from '../../lib/ledger/transitions.ts';
import type { History, RunMove } from '../audit/history.ts';
import { groupBy, type Violation } from './violation.ts';

/** A worker never has two runs that are QUEUED or RUNNING. */
export function checkSlots({ runMoves }: History): Violation[] {
  return [...groupBy(runMoves, ({ workerName }) => workerName)].flatMap(([who, moves]) => {
    const active = new Set<string>();
    return moves.flatMap(({ now }) => {
      if (holdsSlot(now.status)) active.add(now.id);
      else active.delete(now.id);
      if (active.size <= 1) return [];
      return [{ rule: 'one active run', who, what: `runs ${[...active].join(' and ')} were active together` }] as const;
    });
  });
}

function mayBecome(from: RunStatus, to: RunStatus): boolean {
  return Object.values(TRANSITIONS[from]).some((targets) => targets.includes(to));
}

function moveFault({ old, now }: RunMove): string | undefined {
  if (old === null) return now.status === 'QUEUED' || now.status === 'FAILED' ? undefined : `was made ${now.status}`;
  if (!holdsSlot(old.status)) return `was over as ${old.status} and was written again (${now.status})`;
  if (!mayBecome(old.status, now.status)) return `went from ${old.status} to ${now.status}`;
  const stopped = old.cancelRequestedAt !== null && ['FAILED', 'INTERRUPTED'].includes(now.status);
  return stopped ? `ended ${now.status} though its cancel had been requested` : undefined;
}

/** Runs move as their table of states has it, and what is over is never written again. */
export function checkOutcomes({ runMoves, runs }: History): Violation[] {
  const moved = runMoves.flatMap((move) => {
    const fault = moveFault(move);
    if (fault === undefined) return [];
    return [{ rule: 'outcomes stay', who: move.workerName, what: `run ${move.now.id} ${fault}` }] as const;
  });
  const last = new Map(runMoves.map(({ now }) => [now.id, now.status]));
  const lost = runs
    .filter(({ id, status }) => last.get(id) !== status)
    .map(({ id, status, workerName }) => {
      const what = `run ${id} is ${status}, last seen as ${last.get(id) ?? 'nothing'}`;
      return { rule: 'outcomes stay', who: workerName, what } as const;
    });
  return [...moved, ...lost];
}
