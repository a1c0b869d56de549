import { createBenchDatabase } from './bench-database.ts';
import { measureGrowth } from './growth/measure-growth.ts';
import { machine, print } from './print.ts';
import { takeLead } from './tick/bench-leader.ts';

/* What the tables and the write-ahead log grow by with each occurrence: BENCH_SCHEDULES schedules, BENCH_MINUTES minutes. */
const schedules = Number(process.env['BENCH_SCHEDULES'] ?? 2000);
const minutes = Number(process.env['BENCH_MINUTES'] ?? 10);

const database = await createBenchDatabase();
const leading = await takeLead(database.knex);
try {
  const { run, fire, schedule, log } = await measureGrowth(database.knex, leading, { schedules, minutes });
  print(`${machine()}, PostgreSQL ${database.version}, ${(schedules * minutes).toLocaleString('en')} occurrences`);
  print(
    `a run ${run.toFixed(0)} bytes, a fire ${fire.toFixed(0)}, a schedule ${schedule.toFixed(0)}, with their indexes`,
  );
  print(`write-ahead log of an occurrence, from decision to report: ${log.toFixed(0)} bytes`);
} finally {
  await leading.session.close();
  await database.drop();
}
