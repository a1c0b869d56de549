import { type Answer, jsonAnswer } from '../answer.ts';
import { presentRun } from '../presenters/present-run.ts';
import type { Call } from '../route.ts';
import { findRun } from './find-run.ts';

/** `GET /:worker_name/runs/:run_id`. */
export async function getRun(call: Call): Promise<Answer> {
  return jsonAnswer(presentRun(await findRun(call)));
}
