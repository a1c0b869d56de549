import { postgresCode, SQLSTATE } from '../../lib/database/postgres-errors.ts';
import { listRuns as readRuns } from '../../lib/ledger/list-runs.ts';
import type { Run, RunTrigger } from '../../lib/ledger/run.ts';
import type { RunStatus } from '../../lib/ledger/transitions.ts';
import { checkWorker } from '../../lib/schedules/check-schedule.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { presentRun } from '../presenters/present-run.ts';
import { ProblemError } from '../problem.ts';
import type { Call } from '../route.ts';

/** Items of a page when the caller does not say how many. */
export const DEFAULT_PAGE = 50;

/** Which page of runs. */
export interface RunQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly status?: readonly RunStatus[] | undefined;
  readonly trigger?: readonly RunTrigger[] | undefined;
}

/** `GET /:worker_name/runs`: newest first; also of a worker that the catalogue no longer names, while it has any. */
export async function listRuns(call: Call<RunQuery>): Promise<Answer> {
  const page = await readRunPage(call);
  if (page.items.length === 0) checkWorker(call.workerName, call.settings.stores);
  return jsonAnswer(page);
}

/** A page of a worker's runs as JSON. Throws the problem `invalid_query` for a cursor that no page gave. */
export async function readRunPage(call: Call<RunQuery>): Promise<{ items: object[]; next_cursor: string | null }> {
  const limit = call.query.limit ?? DEFAULT_PAGE;
  const runs = await readPage(call, limit);
  const last = runs.length === limit ? runs.at(-1) : undefined;
  return { items: runs.map(presentRun), next_cursor: last?.id ?? null };
}

/** The cursor is the id of the last run shown; one that the ledger's column cannot hold is the caller's fault. */
async function readPage({ settings, workerName, query }: Call<RunQuery>, limit: number): Promise<Run[]> {
  const { status: statuses, trigger: triggers, cursor: beforeId } = query;
  try {
    return await readRuns(settings.knex, { workerName, limit, statuses, triggers, beforeId }, settings.stores);
  } catch (error) {
    const code = postgresCode(error);
    if (code !== SQLSTATE.invalidText && code !== SQLSTATE.outOfRange) throw error;
    const message = 'cursor: is not one that a page of this list gave.';
    throw new ProblemError('invalid_query', message, { fields: [{ path: 'cursor', code: 'invalid_cursor', message }] });
  }
}
