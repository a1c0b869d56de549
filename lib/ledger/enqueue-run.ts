import { prepareRun } from '../catalogue/prepare-run.ts';
import type { Principal } from '../catalogue/principal.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { type HostColumns, hostColumnList, hostValueList } from '../database/host-columns.ts';
import { type Names, resolveNames } from '../database/names.ts';
import { type Database, readRow } from '../database/read-rows.ts';
import { WorkerSchedulesError } from '../errors.ts';
import { getActiveRun } from './get-run.ts';
import { draftRun } from './draft-run.ts';
import { hostColumnsOf, type LedgerRun } from './ledger-columns.ts';
import type { EnqueueOptions } from './ledger-options.ts';
import { type Run, type RunRow, runJson, toRun } from './run.ts';
import { SlotBusyError } from './slot-busy-error.ts';

export interface EnqueueInput {
  readonly workerName: string;
  /** The body that asks for the run, exactly as sent. */
  readonly request: unknown;
  /** Scheduled runs are made by the scheduler alone. Default: API. */
  readonly trigger?: 'API' | 'CLI';
  readonly requestedBy?: Principal;
}

/**
 * Queues a run by hand. The request is validated and its configuration resolved first, outside any transaction of ours;
 * given the host's transaction, the run appears and wakes a runner only when that commits.
 * Throws `slot_busy` with the run that holds the slot, `slot_contended`, `unknown_worker`, `invalid_request` or
 * `config_failed`.
 */
export async function enqueueRun(database: Database, input: EnqueueInput, options: EnqueueOptions = {}): Promise<Run> {
  const names = resolveNames(options.names);
  const { configJson } = await prepareRun(options.catalogue, input.workerName, input.request);
  const hostColumns = await hostColumnsOf(options.ledgerColumns, names, () => draftOf(input, configJson));
  return await inTransaction(database, (trx) => takeSlot(trx, input, { options, names, configJson, hostColumns }));
}

function draftOf({ workerName, request, trigger = 'API', requestedBy }: EnqueueInput, configJson: string): LedgerRun {
  const asked = { workerName, trigger, request, requestedBy: requestedBy?.name, requestedByUserId: requestedBy?.id };
  return draftRun({ ...asked, configJson });
}

/** What a run needs besides what it was asked with. */
interface Prepared {
  readonly options: EnqueueOptions;
  readonly names: Names;
  readonly configJson: string;
  readonly hostColumns: HostColumns;
}

/** The run that blocked the insert may be over a moment later; three rounds are enough, a fourth would be a livelock. */
const ROUNDS = 3;

async function takeSlot(trx: Database, input: EnqueueInput, prepared: Prepared): Promise<Run> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const inserted = await insertQueued(trx, input, prepared);
    if (inserted !== undefined) return toRun(inserted);
    const holder = await getActiveRun(trx, input.workerName, prepared.options);
    if (holder !== undefined) throw new SlotBusyError(holder);
  }
  throw new WorkerSchedulesError(
    'slot_contended',
    `The slot of worker ${input.workerName} changes hands too fast; try again.`,
  );
}

/** One statement: the slot's index decides, so two callers cannot both get in; the wake-up goes out with the commit. */
async function insertQueued(
  trx: Database,
  input: EnqueueInput,
  { names, configJson, hostColumns }: Prepared,
): Promise<RunRow | undefined> {
  const c = names.run;
  return await readRow<RunRow>(
    trx,
    `WITH inserted AS (
      INSERT INTO ${names.runs} AS r (${c.worker_name}, ${c.status}, ${c.trigger}, ${c.requested_by},
        ${c.requested_by_user_id}, ${c.request}, ${c.config}, ${c.queued_at}, ${c.attempt}${hostColumnList(hostColumns)})
      VALUES (?, 'QUEUED', ?, ?, ?, ?::jsonb, ?::jsonb, statement_timestamp(), 1
        ${hostValueList(names, hostColumns, '?::jsonb')})
      ON CONFLICT (${c.worker_name}) WHERE ${c.status} IN ('QUEUED', 'RUNNING') DO NOTHING
      RETURNING ${runJson(names, 'r')}::text AS json)
    SELECT inserted.json, pg_notify(?, '') FROM inserted`,
    [
      input.workerName,
      input.trigger ?? 'API',
      input.requestedBy?.name ?? null,
      input.requestedBy?.id ?? null,
      JSON.stringify(input.request ?? null),
      configJson,
      ...hostColumns.columns.map(() => hostColumns.json),
      names.channels.runner,
    ],
  );
}
