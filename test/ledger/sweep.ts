import type { Knex } from 'knex';
import { NO_HOST_COLUMNS } from '../../lib/database/host-columns.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { interruptExpired, readExpired } from '../../lib/ledger/interrupt-expired.ts';
import type { Run } from '../../lib/ledger/run.ts';

/** Ends the runs whose lease is over, as the scheduler does in every tick. */
export async function sweep(knex: Knex): Promise<Run[]> {
  return await knex.transaction(async (trx) => {
    const expired = await readExpired(trx, resolveNames(), 100);
    return await interruptExpired(
      trx,
      resolveNames(),
      expired.map((one) => ({ ...one, hostColumns: NO_HOST_COLUMNS })),
    );
  });
}
