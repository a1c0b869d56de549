import { resolveNames } from '../database/names.ts';
import { type Database, readRows } from '../database/read-rows.ts';
import type { LedgerOptions } from './ledger-options.ts';

/** The workers that some live runner serves: whose heartbeat, by the database's clock, is not over. */
export async function listServedWorkers(database: Database, options: LedgerOptions = {}): Promise<string[]> {
  const names = resolveNames(options.names);
  return await readRows<string>(
    database,
    `SELECT DISTINCT to_json(w.name)::text AS json
       FROM ${names.runners} n CROSS JOIN LATERAL jsonb_array_elements_text(n.workers) AS w (name)
      WHERE n.expires_at > statement_timestamp()`,
  );
}
