import { createHash } from 'node:crypto';

const MAX_BYTES = 63;

/**
 * A name made of a table's and a tail, in 63 bytes. A table's name that must be cut is told apart from others that begin
 * alike by a part of its hash: index names are unique in a schema.
 */
function derivedName(table: string, tail: string): string {
  if (Buffer.byteLength(table + tail) <= MAX_BYTES) return table + tail;
  const mark = `_${createHash('sha256').update(table).digest('hex').slice(0, 8)}`;
  const characters = Array.from(table);
  while (Buffer.byteLength(characters.join('') + mark + tail) > MAX_BYTES) characters.pop();
  return characters.join('') + mark + tail;
}

/** Name of an index of a table: `<table>_<suffix>_idx`. */
export function indexName(table: string, suffix: string): string {
  return derivedName(table, `_${suffix}_idx`);
}

/** Name of the slot's index: the decision record's for the default ledger, the table's own for any other. */
export function slotIndexName(table: string): string {
  return table === 'worker_runs' ? 'uq_worker_run_active' : indexName(table, 'active');
}

/** Name of the table that records what was applied: one for each ledger, so that several installs share a schema. */
export function migrationsTableName(table: string): string {
  return table === 'worker_runs' ? 'worker_schedules_migrations' : derivedName(table, '_schedules_migrations');
}
