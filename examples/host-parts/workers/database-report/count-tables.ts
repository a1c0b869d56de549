import type { Knex } from 'knex';
import type { UnitCounts } from 'worker-schedules';
import { defaultSchema } from './database-report-request.ts';
import { countReported } from './size-table.ts';

/** Tables of the default schema that the last report holds, and those that it does not hold yet. */
export async function countTables(knex: Knex): Promise<UnitCounts> {
  return await countReported(knex, defaultSchema);
}
