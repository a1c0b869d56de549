import { realpath } from 'node:fs/promises';
import type { Knex } from 'knex';
import type { Run, RunContext, WorkerAdapter } from 'worker-schedules';
import { type FileRow, readFiles, removeUnseen, writeFiles } from './file-table.ts';
import { hashFile } from './hash-file.ts';
import { type InventoryConfig, type InventoryRequest, isWithinRoot } from './inventory-request.ts';
import { storedPath, storedPrefix } from './stored-path.ts';
import { type FoundFile, isFileError, walkFolder } from './walk-folder.ts';

const batchSize = 50;

/** How far a run is; the ledger shows it. */
interface Tally {
  files: number;
  hashed: number;
  bytes: number;
  unreadable: number;
  removed: number;
}

/**
 * Records path, size and SHA-256 of every file below a folder. Batches are stored as they are done, so that an attempt
 * which follows an interrupted one hashes only what is left.
 */
export function inventoryWorker(knex: Knex): WorkerAdapter<InventoryRequest> {
  return { run: (run, context) => new Inventory(knex, run, context).take() };
}

class Inventory {
  readonly #knex: Knex;
  readonly #config: InventoryConfig;
  readonly #context: RunContext;
  readonly #tally: Tally = { files: 0, hashed: 0, bytes: 0, unreadable: 0, removed: 0 };

  constructor(knex: Knex, run: Run, context: RunContext) {
    this.#knex = knex;
    this.#config = run.config as InventoryConfig;
    this.#context = context;
  }

  async take(): Promise<void> {
    const folder = await realpath(this.#config.folder);
    if (!isWithinRoot(folder)) throw new Error(`${this.#config.folder} leads out of the root of the inventory`);
    let batch: FoundFile[] = [];
    for await (const file of walkFolder(folder, () => (this.#tally.unreadable += 1))) {
      batch.push(file);
      if (batch.length < batchSize) continue;
      await this.#record(batch);
      batch = [];
    }
    await this.#record(batch);
    this.#tally.removed = await removeUnseen(this.#knex, storedPrefix(folder), this.#context.occurrenceId);
    await this.#context.progress(this.#tally);
  }

  async #record(batch: readonly FoundFile[]): Promise<void> {
    const known = await readFiles(
      this.#knex,
      batch.map(({ path }) => storedPath(path)),
    );
    const rows: FileRow[] = [];
    for (const file of batch) {
      this.#context.signal.throwIfAborted();
      const row = await this.#rowOf(file, known.get(storedPath(file.path)));
      if (row !== undefined) rows.push(row);
    }
    await writeFiles(this.#knex, rows);
    await this.#context.progress(this.#tally);
  }

  async #rowOf(file: FoundFile, known: FileRow | undefined): Promise<FileRow | undefined> {
    try {
      const sha256 = this.#isStillValid(file, known) ? known.sha256 : await this.#hash(file);
      this.#tally.files += 1;
      const { size, modifiedAt } = file;
      const path = storedPath(file.path);
      return { path, size, modified_at: modifiedAt, sha256, seen_by: this.#context.occurrenceId };
    } catch (error) {
      if (!isFileError(error)) throw error;
      this.#tally.unreadable += 1;
      return undefined;
    }
  }

  /** Unchanged since it was hashed; where everything is to be hashed anew, by an attempt of this very occurrence. */
  #isStillValid(file: FoundFile, known: FileRow | undefined): known is FileRow {
    if (known?.size !== file.size || known.modified_at.getTime() !== file.modifiedAt.getTime()) return false;
    return !this.#config.rehash || known.seen_by === this.#context.occurrenceId;
  }

  async #hash(file: FoundFile): Promise<string> {
    const sha256 = await hashFile(file.path, this.#context.signal);
    this.#tally.hashed += 1;
    this.#tally.bytes += file.size;
    return sha256;
  }
}
