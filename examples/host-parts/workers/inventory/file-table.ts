import type { Knex } from 'knex';

/** A file as the table keeps it; its path is relative to the root of the inventory. */
export interface FileRow {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly modified_at: Date;
  readonly sha256: string;
  /** The occurrence that saw it last. */
  readonly seen_by: string;
}

type StoredRow = Omit<FileRow, 'size'> & { readonly size: string };

const table = 'inventory_files';

/** The rows of these paths, by path. */
export async function readFiles(knex: Knex, paths: readonly string[]): Promise<ReadonlyMap<string, FileRow>> {
  // A bigint comes as text.
  const rows = await knex<StoredRow>(table).whereIn('path', paths);
  return new Map(rows.map((row) => [row.path, { ...row, size: Number(row.size) }]));
}

/** Records files; repeating it changes nothing. */
export async function writeFiles(knex: Knex, files: readonly FileRow[]): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map((file) => ({ ...file, seen_at: knex.fn.now() }));
  await knex(table).insert(rows).onConflict('path').merge();
}

/** Removes the files below a folder that this occurrence has not seen; returns how many there were. */
export async function removeUnseen(knex: Knex, prefix: string, seenBy: string): Promise<number> {
  return await knex(table).whereRaw('starts_with(path, ?)', [prefix]).whereNot('seen_by', seenBy).delete();
}

/** The paths that are known below a folder. */
export async function knownPaths(knex: Knex, prefix: string): Promise<ReadonlySet<string>> {
  const rows = await knex<FileRow>(table).select('path').whereRaw('starts_with(path, ?)', [prefix]);
  return new Set(rows.map(({ path }) => path));
}
