import type { Catalogue } from '../catalogue/define-catalogue.ts';
import { prepareRun } from '../catalogue/prepare-run.ts';
import { hasCode, messageOf } from '../errors.ts';
import { cleanText } from '../ledger/error-text.ts';

/** What the host's code said about one (worker, request). */
export type Resolution =
  | { readonly kind: 'ready'; readonly configJson: string }
  | { readonly kind: 'invalid'; readonly reason: 'unknown_worker' | 'invalid_request'; readonly detail: string }
  | { readonly kind: 'config_failed'; readonly detail: string };

export interface ResolveTarget {
  readonly workerName: string;
  readonly request: unknown;
}

/** A resolution that took too long; whatever the host's code answers later is not looked at. */
export function timedOut(timeoutMs: number): Resolution {
  return { kind: 'config_failed', detail: `ConfigError: not resolved within ${timeoutMs / 1000} s` };
}

/** Validates a request and resolves its configuration; every fault of the host's code becomes a resolution. */
export async function resolveTarget(catalogue: Catalogue | undefined, target: ResolveTarget): Promise<Resolution> {
  try {
    const { configJson } = await prepareRun(catalogue, target.workerName, target.request);
    return { kind: 'ready', configJson };
  } catch (error) {
    const detail = cleanText(messageOf(error));
    if (hasCode(error, 'unknown_worker')) return { kind: 'invalid', reason: 'unknown_worker', detail };
    if (hasCode(error, 'invalid_request')) return { kind: 'invalid', reason: 'invalid_request', detail };
    return { kind: 'config_failed', detail: detail.startsWith('ConfigError: ') ? detail : `ConfigError: ${detail}` };
  }
}
