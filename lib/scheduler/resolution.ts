import type { Catalogue } from '../catalogue/define-catalogue.ts';
import { prepareRun } from '../catalogue/prepare-run.ts';
import { type HostColumns, NO_HOST_COLUMNS } from '../database/host-columns.ts';
import type { Names } from '../database/names.ts';
import { hasCode, messageOf } from '../errors.ts';
import { draftRun, type RunDraft } from '../ledger/draft-run.ts';
import { cleanText } from '../ledger/error-text.ts';
import { hostColumnsOf, type LedgerColumns } from '../ledger/ledger-columns.ts';

/** What the host's code said about one (worker, request). `hostColumns` are for the row that is written either way. */
export type Resolution =
  /** `configJson` is null when the request is the configuration. */
  | { readonly kind: 'ready'; readonly configJson: string | null; readonly hostColumns: HostColumns }
  | {
      readonly kind: 'invalid';
      readonly reason: 'unknown_worker' | 'invalid_request';
      readonly detail: string;
      readonly hostColumns: HostColumns;
    }
  | { readonly kind: 'config_failed'; readonly detail: string; readonly hostColumns: HostColumns };

export interface ResolveTarget {
  readonly workerName: string;
  readonly request: unknown;
  /** The run that failed and its attempt, where the new one is a retry of it. */
  readonly runId?: string;
  readonly attempt?: number;
}

/** The host's code: what it declares of its workers, and its hook for columns of its own. */
export interface HostCode {
  readonly catalogue: Catalogue | undefined;
  readonly ledgerColumns: LedgerColumns | undefined;
  readonly names: Names;
}

const REQUEST_AS_IT_IS: Resolution = { kind: 'ready', configJson: null, hostColumns: NO_HOST_COLUMNS };

/** Where the host declares no workers and has no hook, there is nothing to ask: a request was validated when it was saved. */
export function resolvedAtOnce({ catalogue, ledgerColumns }: HostCode): Resolution | undefined {
  return catalogue === undefined && ledgerColumns === undefined ? REQUEST_AS_IT_IS : undefined;
}

/** A resolution that took too long; whatever the host's code answers later is not looked at. */
export function timedOut(timeoutMs: number): Resolution {
  const detail = `ConfigError: not resolved within ${timeoutMs / 1000} s`;
  return { kind: 'config_failed', detail, hostColumns: NO_HOST_COLUMNS };
}

/** Validates a request and resolves its configuration and columns; every fault of the host's code becomes a resolution. */
export async function resolveTarget(code: HostCode, target: ResolveTarget): Promise<Resolution> {
  try {
    const { configJson } = await prepareRun(code.catalogue, target.workerName, target.request);
    return { kind: 'ready', configJson, hostColumns: await columnsOf(code, target, { configJson }) };
  } catch (error) {
    return await failedResolution(code, target, error);
  }
}

/** A run that failed before it began is written too, with what the host has to say of it, if it has. */
async function failedResolution(code: HostCode, target: ResolveTarget, error: unknown): Promise<Resolution> {
  const said = cleanText(messageOf(error));
  const reason = (['unknown_worker', 'invalid_request'] as const).find((known) => hasCode(error, known));
  const detail = reason !== undefined || said.startsWith('ConfigError: ') ? said : `ConfigError: ${said}`;
  const failed = { configJson: null, error: detail };
  const hostColumns = await columnsOf(code, target, failed).catch(() => NO_HOST_COLUMNS);
  return reason === undefined
    ? { kind: 'config_failed', detail, hostColumns }
    : { kind: 'invalid', reason, detail, hostColumns };
}

async function columnsOf(
  { ledgerColumns, names }: HostCode,
  { workerName, request, runId, attempt }: ResolveTarget,
  outcome: Pick<RunDraft, 'configJson' | 'error'>,
): Promise<HostColumns> {
  const draft = { workerName, trigger: 'SCHEDULE', request, requestedBy: 'schedule', retryOf: runId } as const;
  return await hostColumnsOf(ledgerColumns, names, () =>
    draftRun({ ...draft, ...outcome, attempt: attempt === undefined ? 1 : attempt + 1 }),
  );
}
