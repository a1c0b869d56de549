import type { Knex } from 'knex';
import type { Run, RunContext, WorkerAdapter } from 'worker-schedules';
import type { DatabaseReportConfig, DatabaseReportRequest } from './database-report-request.ts';
import { listTables } from './list-tables.ts';
import { measureTable } from './measure-table.ts';
import { removeOthers, reportedTables, writeSize } from './size-table.ts';

const bytesPerMb = 1024 * 1024;

/** How far a run is; the ledger shows it. */
interface Tally {
  tables: number;
  reported: number;
  exact: number;
  estimated: number;
  unknown: number;
  locked: number;
  removed: number;
  bytes: number;
}

/**
 * Records size and rows of every table of a schema. Each is stored as it is measured, so that an attempt which follows an
 * interrupted one measures only what is left. A table that somebody keeps locked stays as the report before left it.
 */
export function databaseReportWorker(knex: Knex): WorkerAdapter<DatabaseReportRequest> {
  return { run: (run, context) => new DatabaseReport(knex, run, context).make() };
}

class DatabaseReport {
  readonly #knex: Knex;
  readonly #config: DatabaseReportConfig;
  readonly #context: RunContext;
  readonly #tally: Tally = {
    ...{ tables: 0, reported: 0, exact: 0, estimated: 0, unknown: 0, locked: 0, removed: 0, bytes: 0 },
  };

  constructor(knex: Knex, run: Run, context: RunContext) {
    this.#knex = knex;
    this.#config = run.config as DatabaseReportConfig;
    this.#context = context;
  }

  async make(): Promise<void> {
    const { schema } = this.#config;
    const tables = await listTables(this.#knex, schema);
    const reported = await reportedTables(this.#knex, schema, this.#context.occurrenceId);
    this.#tally.tables = tables.length;
    this.#tally.reported = reported.size;
    for (const table of tables) {
      this.#context.signal.throwIfAborted();
      if (reported.has(table)) continue;
      await this.#report(table);
      await this.#context.progress(this.#tally);
    }
    this.#tally.removed = await removeOthers(this.#knex, schema, tables);
    await this.#context.progress(this.#tally);
  }

  async #report(table: string): Promise<void> {
    const { schema, exact_up_to_mb } = this.#config;
    const measure = await measureTable(this.#knex, { schema, table, exactUpToBytes: exact_up_to_mb * bytesPerMb });
    if (measure === 'locked') this.#tally.locked += 1;
    if (measure === 'locked' || measure === 'gone') return;
    await writeSize(this.#knex, { ...measure, schema, table, reportedBy: this.#context.occurrenceId });
    this.#tally.reported += 1;
    this.#tally[measure.rowCountIs] += 1;
    this.#tally.bytes += Number(measure.tableBytes) + Number(measure.indexBytes);
  }
}
