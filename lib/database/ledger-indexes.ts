import { derivedNames } from './identifiers.ts';
import { SLOT_LABELS } from './ledger-labels.ts';
import type { Names, RunColumn } from './names.ts';

/** Whether a ledger's ids tell which run is the newer; uuids do not, and then the moment of queueing does. */
export type RunOrder = 'by_id' | 'by_queued_at';

/** An index of the ledger: what it is for, and how it is made. */
export interface IndexWish {
  /** What its name ends with. */
  readonly suffix: string;
  readonly unique: boolean;
  /** Every column that it is made of. */
  columns(order: RunOrder): readonly RunColumn[];
  /** What stands in the parentheses of CREATE INDEX. */
  keys(names: Names, order: RunOrder): string;
  predicate(names: Names): string | null;
}

const slotLabels = SLOT_LABELS.map((label) => `'${label}'`).join(', ');

/** At most one queued or running row for each worker; every insert names it in ON CONFLICT. */
export const SLOT_INDEX: IndexWish = {
  suffix: 'active',
  unique: true,
  columns: () => ['worker_name', 'status'],
  keys: ({ run }) => run.worker_name,
  predicate: ({ run }) => `${run.status} IN (${slotLabels})`,
};

/** At most one retry of a run; also the way from a run that a host prunes to the row that names it. */
export const RETRY_INDEX: IndexWish = {
  suffix: 'retry_of',
  unique: true,
  columns: () => ['retry_of'],
  keys: ({ run }) => run.retry_of,
  predicate: ({ run }) => `${run.retry_of} IS NOT NULL`,
};

/** The order of claims. */
export const CLAIM_INDEX: IndexWish = {
  suffix: 'claim',
  unique: false,
  columns: () => ['not_before', 'queued_at', 'id', 'status'],
  keys: ({ run }) => `(coalesce(${run.not_before}, ${run.queued_at})), ${run.id}`,
  predicate: ({ run }) => `${run.status} = 'QUEUED'`,
};

/** Leases, of which the tick looks for those that are over. */
export const LEASE_INDEX: IndexWish = {
  suffix: 'lease',
  unique: false,
  columns: () => ['lease_expires_at', 'status'],
  keys: ({ run }) => run.lease_expires_at,
  predicate: ({ run }) => `${run.status} = 'RUNNING' AND ${run.lease_expires_at} IS NOT NULL`,
};

/**
 * Failed runs of a schedule, which may be owed a retry. Told by their occurrence and not by their trigger: a label that a
 * transaction adds cannot be used in it.
 */
export const RETRYABLE_INDEX: IndexWish = {
  suffix: 'retryable',
  unique: false,
  columns: () => ['finished_at', 'scheduled_for', 'status'],
  keys: ({ run }) => run.finished_at,
  predicate: ({ run }) => `${run.scheduled_for} IS NOT NULL AND ${run.status} IN ('FAILED', 'INTERRUPTED')`,
};

/**
 * A worker's runs, newest first. NULLS LAST sets its order apart from the primary key's, along which a page could cost the
 * runs of every other worker.
 */
export const NEWEST_INDEX: IndexWish = {
  suffix: 'newest',
  unique: false,
  columns: (order) => (order === 'by_id' ? ['worker_name', 'id'] : ['worker_name', 'queued_at', 'id']),
  keys: ({ run }, order) =>
    order === 'by_id'
      ? `${run.worker_name}, ${run.id} DESC NULLS LAST`
      : `${run.worker_name}, ${run.queued_at} DESC, ${run.id} DESC`,
  predicate: () => null,
};

/**
 * A worker's runs of one state and trigger, newest first. It holds a run from the moment it is over, so that enqueue, claim
 * and renewal pay nothing for it. `greatest(id)` is the id itself, as an order that only this index offers.
 */
export const FILTERED_INDEX: IndexWish = {
  suffix: 'filtered',
  unique: false,
  columns: (order) => ['worker_name', 'status', 'trigger', ...(order === 'by_id' ? [] : ['queued_at' as const]), 'id'],
  keys: ({ run }, order) =>
    `${run.worker_name}, ${run.status}, ${run.trigger}, ${
      order === 'by_id' ? `(greatest(${run.id})) DESC` : `${run.queued_at} DESC, ${run.id} DESC`
    }`,
  predicate: ({ run }) => `${run.status} NOT IN (${slotLabels})`,
};

/** Every index that a ledger has besides that of its primary key. */
export const LEDGER_INDEXES: readonly IndexWish[] = [
  ...[SLOT_INDEX, RETRY_INDEX, CLAIM_INDEX, LEASE_INDEX, RETRYABLE_INDEX, NEWEST_INDEX, FILTERED_INDEX],
];

/** Names for an index, best first: the slot's of the default ledger is the decision record's. */
export function indexNames({ plain }: Names, { suffix }: IndexWish): readonly string[] {
  const derived = derivedNames(plain.runs, `_${suffix}_idx`);
  return suffix === SLOT_INDEX.suffix && plain.runs === 'worker_runs' ? ['uq_worker_run_active', ...derived] : derived;
}
