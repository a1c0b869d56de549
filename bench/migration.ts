import { parseArgs } from 'node:util';
import { createBenchDatabase } from './bench-database.ts';
import { longestStatement, measureMigration, type Phase } from './migration/measure-migration.ts';
import { seedArchive } from './migration/seed-archive.ts';
import { machine, print, tableRow } from './print.ts';

/*
 * How long the statements of a host wait while its ledger is migrated under traffic: `--rows 5000000`. Ends with 1 when one
 * waited longer than a second.
 */
const MOST_MS = 1000;
const { values } = parseArgs({ options: { rows: { type: 'string', default: '5000000' } } });

await main(Number(values.rows));

async function main(rows: number): Promise<void> {
  const database = await createBenchDatabase({ migrated: false });
  try {
    await seedArchive(database.knex, rows);
    print(`${machine()}, PostgreSQL ${database.version}, a host's ledger of ${rows.toLocaleString('en')} rows`);
    for (const phase of await measureMigration(database.url, database.knex)) printPhase(phase);
  } finally {
    await database.drop();
  }
}

function printPhase(phase: Phase): void {
  print(tableRow(`${phase.what}, ${(phase.tookMs / 1000).toFixed(1)} s`, ['statements', 'longest ms']));
  for (const [kind, { count, longestMs }] of Object.entries(phase.latencies)) {
    print(tableRow(`  ${kind}`, [String(count), longestMs.toFixed(0)]));
  }
  const waits = [longestStatement(phase), phase.longestWaitMs].map((ms) => ms.toFixed(0));
  print(tableRow('  longest statement; longest wait for a lock of ours', waits));
  if (longestStatement(phase) > MOST_MS) process.exitCode = 1;
}
