import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A regular file. */
export interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

/** Says which file or folder could not be read; the walk goes on. */
export type OnUnreadable = (path: string, error: unknown) => void;

/** Finds every regular file below a folder, in order; links are not followed. Throws when the folder cannot be read. */
export async function* walkFolder(folder: string, onUnreadable: OnUnreadable): AsyncGenerator<FoundFile> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) yield* visit(entry, join(folder, entry.name), onUnreadable);
}

async function* visit(entry: Dirent, path: string, onUnreadable: OnUnreadable): AsyncGenerator<FoundFile> {
  try {
    if (entry.isDirectory()) yield* walkFolder(path, onUnreadable);
    if (entry.isFile()) yield await look(path);
  } catch (error) {
    if (!isFileError(error)) throw error;
    onUnreadable(path, error);
  }
}

async function look(path: string): Promise<FoundFile> {
  const { size, mtime } = await lstat(path);
  return { path, size, modifiedAt: mtime };
}

/** Whether an error is about one file: it has gone meanwhile, is closed to us, or has become a link. */
export function isFileError(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
}
