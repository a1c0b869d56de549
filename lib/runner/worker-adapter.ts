import type { Schemas } from '../catalogue/define-catalogue.ts';
import type { SchemaInput } from '../catalogue/standard-schema.ts';
import type { Run } from '../ledger/run.ts';
import type { Logger } from '../logger.ts';

/** What an adapter is told besides its run. */
export interface RunContext {
  /**
   * Aborted when the run should end early; `signal.reason` is a RunAbortedError whose `code` says why. Pass the signal on,
   * or call `signal.throwIfAborted()` between steps: work that returns normally all the same is a SUCCESS.
   */
  readonly signal: AbortSignal;
  /**
   * Stores how far the run is, any JSON value. Rejects with `lease_lost` when the run is no longer ours, and with the
   * database's error for a value that cannot be stored; a database that is away is logged and forgotten.
   */
  readonly progress: (value: unknown) => Promise<void>;
  /** The occurrence that the run answers; null for runs asked for by hand. */
  readonly scheduledFor: Date | null;
  /** Idempotency key: the same for all attempts of one occurrence, unique to the run when it was asked for by hand. */
  readonly occurrenceId: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly logger: Logger;
}

/**
 * How a host executes one worker. Returning is SUCCESS, throwing is FAILED with "Class: message". A run may be executed
 * more than once (a killed process, a lost lease), so the work must bear a repetition.
 */
export interface WorkerAdapter<Request = unknown> {
  run(run: Run<Request>, context: RunContext): Promise<unknown>;
}

/** Adapters for any of a catalogue's workers, each with its own request type (the schema's input). */
export type AdaptersOf<S extends Schemas> = {
  readonly [Name in keyof S]?: WorkerAdapter<SchemaInput<S[Name]>>;
};
