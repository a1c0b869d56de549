const MAX_BYTES = 63;

/** Name of an index of a table: `<table>_<suffix>_idx`, the table's part cut so that the whole fits in 63 bytes. */
export function indexName(table: string, suffix: string): string {
  const tail = `_${suffix}_idx`;
  let head = table;
  while (Buffer.byteLength(head) + tail.length > MAX_BYTES) head = head.slice(0, -1);
  return head + tail;
}

/** Name of the slot's index: the decision record's for the default ledger, the table's own for any other. */
export function slotIndexName(table: string): string {
  return table === 'worker_runs' ? 'uq_worker_run_active' : indexName(table, 'active');
}
