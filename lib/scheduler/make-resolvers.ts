import { type HostColumns, NO_HOST_COLUMNS } from '../database/host-columns.ts';
import { hostColumnsOf } from '../ledger/ledger-columns.ts';
import type { ExpiredRun } from '../ledger/interrupt-expired.ts';
import { type Resolution, resolvedAtOnce, resolveTarget, type ResolveTarget, timedOut } from './resolution.ts';
import { Resolver } from './resolver.ts';
import type { SchedulerSettings } from './scheduler-options.ts';

/** The host code that a leader asks: about occurrences, about retries, and about runs that it ends. */
export interface Resolvers {
  readonly fireResolver: Resolver<ResolveTarget, Resolution>;
  readonly retryResolver: Resolver<ResolveTarget, Resolution>;
  readonly endResolver: Resolver<ExpiredRun, HostColumns>;
}

function keyOf({ workerName, request, runId = '' }: ResolveTarget): string {
  return `${workerName}\0${runId}\0${JSON.stringify(request)}`;
}

/** Makes them; `onSettled` is called when an answer comes late. */
export function makeResolvers(settings: SchedulerSettings, onSettled: () => void): Resolvers {
  const { ledgerColumns, names, resolveTimeoutMs: timeoutMs, logger } = settings;
  const resolution = {
    answerAtOnce: () => resolvedAtOnce(settings),
    ask: (target: ResolveTarget) => resolveTarget(settings, target),
    timedOut: () => timedOut(timeoutMs),
    ...{ keyOf, timeoutMs, onSettled },
  };
  const withoutColumns = ({ run: { id, workerName } }: ExpiredRun, error: unknown): HostColumns => {
    logger.warn('A run ends without the columns of ledgerColumns', { runId: id, workerName, error });
    return NO_HOST_COLUMNS;
  };
  const ending = {
    answerAtOnce: () => undefined,
    ask: (ended: ExpiredRun) =>
      hostColumnsOf(ledgerColumns, names, () => ended.run).catch((error: unknown) => withoutColumns(ended, error)),
    keyOf: ({ run }: ExpiredRun) => run.id,
    timedOut: (ended: ExpiredRun) => withoutColumns(ended, new Error(`no answer within ${timeoutMs / 1000} s`)),
    ...{ timeoutMs, onSettled },
  };
  return {
    fireResolver: new Resolver(resolution),
    retryResolver: new Resolver(resolution),
    endResolver: new Resolver(ending),
  };
}
