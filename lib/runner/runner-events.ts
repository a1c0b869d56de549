import type { Run } from '../ledger/run.ts';
import type { Outcome, RunStatus } from '../ledger/transitions.ts';
import type { AbortCode } from './run-aborted-error.ts';

/** Events of a runner, each emitted after the commit of what it tells. Runs carry no lease token. */
export interface RunnerEvents {
  claimed: { readonly run: Run };
  succeeded: { readonly run: Run };
  failed: { readonly run: Run };
  interrupted: { readonly run: Run };
  cancelled: { readonly run: Run };
  /** The signal of a run was aborted; `code` says why. */
  aborted: { readonly run: Run; readonly code: AbortCode };
  /** The run is no longer ours; `status` is its state now, null when it is gone or could not be read. Once per run. */
  'lease-lost': {
    readonly run: Run;
    readonly code: 'lease_lost' | 'lease_unconfirmed';
    readonly status: RunStatus | null;
  };
  /** An outcome that the ledger did not take: the lease was over, or the database stayed away until it was. */
  'outcome-dropped': { readonly run: Run; readonly outcome: Outcome; readonly error: string | null };
  /** An adapter ignored its aborted signal while the runner stopped; its work may still go on in this process. */
  abandoned: { readonly run: Run };
  /** The runner cannot claim, for instance because the database is away; it tries again by itself. */
  unavailable: { readonly error: unknown };
  available: { readonly failures: number };
  stopped: { readonly runnerId: string };
}
