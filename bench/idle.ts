import { createBenchDatabase } from './bench-database.ts';
import { idleCosts } from './idle/idle-costs.ts';
import { machine, print, tableRow } from './print.ts';

/* The idle tick alone. Ends with 1 when many schedules cost more than 1.5 times the pages of few. */
const counts = (process.env['BENCH_COUNTS'] ?? '1000,100000,1000000').split(',').map(Number);
const advances = Number(process.env['BENCH_ADVANCES'] ?? 600_000);
const failed = Number(process.env['BENCH_FAILED'] ?? 1_000_000);

await main();

async function main(): Promise<void> {
  const database = await createBenchDatabase();
  try {
    print(`${machine()}, PostgreSQL ${database.version}`);
    print(tableRow('an idle tick', ['pages', 'ms']));
    const costs = await idleCosts(database.knex, { counts, advances, failed });
    for (const { label, pages, milliseconds } of costs) {
      print(tableRow(label, [String(pages), milliseconds.toFixed(2)]));
    }
    const most = (costs[0]?.pages ?? 0) * 1.5;
    if (costs.some(({ pages, isFirstLook }) => isFirstLook !== true && pages > most)) process.exitCode = 1;
  } finally {
    await database.drop();
  }
}
