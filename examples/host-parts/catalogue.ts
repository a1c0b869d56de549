import type { Knex } from 'knex';
import { defineCatalogue } from 'worker-schedules';
import { z } from 'zod';
import { countTables } from './workers/database-report/count-tables.ts';
import { databaseReportRequest } from './workers/database-report/database-report-request.ts';
import { countFiles } from './workers/inventory/count-files.ts';
import { inventoryConfig, inventoryRequest } from './workers/inventory/inventory-request.ts';
import { unreliableRequest } from './workers/unreliable/unreliable-request.ts';

/** What the host can do in the background. API, scheduler and runner read it; it imports requests and no worker's code. */
export function createCatalogue(knex: Knex) {
  return defineCatalogue({
    inventory: {
      label: 'Inventory of files',
      request: inventoryRequest,
      requestJsonSchema: z.toJSONSchema(inventoryRequest, { io: 'input' }),
      resolveConfig: (_request, { parsed }) => inventoryConfig(parsed),
      countUnits: () => countFiles(knex),
    },
    unreliable: {
      label: 'Call of an unreliable service',
      request: unreliableRequest,
      requestJsonSchema: z.toJSONSchema(unreliableRequest, { io: 'input' }),
    },
    'database-report': {
      label: 'Sizes and rows of the tables',
      request: databaseReportRequest,
      requestJsonSchema: z.toJSONSchema(databaseReportRequest, { io: 'input' }),
      countUnits: () => countTables(knex),
    },
  });
}
