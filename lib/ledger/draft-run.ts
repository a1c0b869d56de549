import type { LedgerRun } from './ledger-columns.ts';
import type { RunTrigger } from './run.ts';

/** What is known of a run before it is written. */
export interface RunDraft {
  readonly workerName: string;
  readonly trigger: RunTrigger;
  readonly request: unknown;
  /** Configuration as JSON text; null when it could not be resolved. */
  readonly configJson: string | null;
  readonly requestedBy?: string | undefined;
  readonly requestedByUserId?: string | undefined;
  readonly attempt?: number | undefined;
  readonly retryOf?: string | undefined;
  readonly scheduledFor?: Date | undefined;
  /** Why the run is over before it began. */
  readonly error?: string | undefined;
}

/** A run as a host's hook is shown it before it is written: QUEUED, or FAILED where its configuration is missing. */
export function draftRun(draft: RunDraft): LedgerRun {
  const { workerName, trigger, configJson, error } = draft;
  const request = structuredClone(draft.request);
  return {
    ...{ id: null, workerName, trigger, request, status: error === undefined ? 'QUEUED' : 'FAILED' },
    requestedBy: draft.requestedBy ?? null,
    requestedByUserId: draft.requestedByUserId ?? null,
    config: configJson === null ? null : (JSON.parse(configJson) as unknown),
    error: error ?? null,
    attempt: draft.attempt ?? 1,
    retryOf: draft.retryOf ?? null,
    scheduledFor: draft.scheduledFor ?? null,
    ...{ queuedAt: null, startedAt: null, finishedAt: null, notBefore: null, cancelRequestedAt: null },
    ...{ runnerId: null, leaseExpiresAt: null, progress: null },
  };
}
