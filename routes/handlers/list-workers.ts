import { type Answer, jsonAnswer } from '../answer.ts';
import type { Call } from '../route.ts';
import { nameWorkers, showWorkers } from './show-workers.ts';

/** `GET /`: every worker. Three queries whatever their number. */
export async function listWorkers(call: Call): Promise<Answer> {
  return jsonAnswer({ items: await showWorkers(call, await nameWorkers(call)) });
}
