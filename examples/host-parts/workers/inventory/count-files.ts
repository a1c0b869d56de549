import { resolve } from 'node:path';
import type { Knex } from 'knex';
import type { UnitCounts } from 'worker-schedules';
import { knownPaths } from './file-table.ts';
import { defaultFolder, inventoryRoot } from './inventory-request.ts';
import { storedPath, storedPrefix } from './stored-path.ts';
import { walkFolder } from './walk-folder.ts';

/** Files of the default folder that the inventory knows, and those that it does not know yet. */
export async function countFiles(knex: Knex): Promise<UnitCounts> {
  const folder = resolve(inventoryRoot, defaultFolder);
  const known = await knownPaths(knex, storedPrefix(folder));
  let pending = 0;
  for await (const { path } of walkFolder(folder, () => undefined)) {
    if (!known.has(storedPath(path))) pending += 1;
  }
  return { pending, processed: known.size };
}
