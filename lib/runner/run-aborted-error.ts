/** Why the signal of a run was aborted. */
export type AbortCode = 'run_cancelled' | 'runner_stopping' | 'lease_lost' | 'lease_unconfirmed';

const SENTENCES: Readonly<Record<AbortCode, string>> = {
  run_cancelled: 'was cancelled by request',
  runner_stopping: 'did not end within the grace period of its runner, which is stopping',
  lease_lost: 'is over or belongs to another runner now',
  lease_unconfirmed: 'could not renew its lease in time, because the database did not answer',
};

/** The reason of an aborted `context.signal`; recognise it by `code`. */
export class RunAbortedError extends Error {
  readonly code: AbortCode;
  readonly runId: string;

  constructor(code: AbortCode, runId: string) {
    super(`Run ${runId} ${SENTENCES[code]}.`);
    this.name = 'RunAbortedError';
    this.code = code;
    this.runId = runId;
  }
}
