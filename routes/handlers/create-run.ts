import { enqueueRun } from '../../lib/ledger/enqueue-run.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { presentRun } from '../presenters/present-run.ts';
import type { Call } from '../route.ts';

/** `POST /:worker_name/runs`: the body is the request, as the worker's schema has it; 409 names the run in the slot. */
export async function createRun(call: Call): Promise<Answer> {
  const { settings, workerName, principal, body } = call;
  const input = { workerName, request: body, trigger: 'API', requestedBy: principal } as const;
  const run = await enqueueRun(settings.knex, input, settings.stores);
  const location = call.path.endsWith('/') ? run.id : `runs/${run.id}`;
  return jsonAnswer(presentRun(run), { status: 201, headers: { Location: location } });
}
