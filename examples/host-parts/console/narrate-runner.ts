import type { Run, Runner } from 'worker-schedules';
import { clock, paint, say, sayOf } from './say.ts';

const who = 'runner';

/** Says what a runner does, line by line. */
export function narrateRunner(runner: Runner): void {
  say(who, `waits for runs (pid ${process.pid})`);
  runner.on('claimed', ({ run }) => sayOf(who, run.workerName, `run ${run.id} claimed, ${origin(run)}`));
  runner.on('succeeded', ({ run }) => sayEnd(run, paint('green', 'SUCCESS')));
  runner.on('failed', ({ run }) => sayEnd(run, paint('red', 'FAILED')));
  runner.on('interrupted', ({ run }) => sayEnd(run, paint('red', 'INTERRUPTED')));
  runner.on('cancelled', ({ run }) => sayEnd(run, paint('yellow', 'CANCELLED')));
  runner.on('aborted', ({ run, code }) => sayOf(who, run.workerName, `run ${run.id} is asked to end (${code})`));
  runner.on('available', () => say(who, 'the database is back'));
  runner.on('stopped', () => say(who, 'stopped'));
}

function origin({ scheduledFor, requestedBy, attempt }: Run): string {
  if (scheduledFor === null) return `asked for by ${requestedBy ?? 'somebody'}`;
  return `attempt ${attempt} of 3 for ${clock(scheduledFor)}`;
}

function sayEnd(run: Run, outcome: string): void {
  const seconds = ((run.finishedAt?.getTime() ?? 0) - (run.startedAt?.getTime() ?? 0)) / 1000;
  const detail = run.error ?? tell(run.progress);
  sayOf(who, run.workerName, `run ${run.id} ${outcome} after ${seconds.toFixed(2)} s${detail && `: ${detail}`}`);
}

function tell(progress: unknown): string {
  return Object.entries(progress ?? {})
    .filter(([, value]) => value !== 0)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${String(value)}`)
    .join(', ');
}
