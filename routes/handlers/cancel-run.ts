import { cancelRun as requestCancel } from '../../lib/ledger/cancel-run.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { presentRun } from '../presenters/present-run.ts';
import type { Call } from '../route.ts';
import { findRun } from './find-run.ts';

/** `POST /:worker_name/runs/:run_id/cancel`: QUEUED is cancelled at once, RUNNING is asked to stop. */
export async function cancelRun(call: Call): Promise<Answer> {
  const { id } = await findRun(call);
  return jsonAnswer(presentRun(await requestCancel(call.settings.knex, { runId: id }, call.settings.stores)));
}
