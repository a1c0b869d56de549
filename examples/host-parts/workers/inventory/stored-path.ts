import { relative, sep } from 'node:path';
import { inventoryRoot } from './inventory-request.ts';

/** A file's path as the table keeps it: relative to the root, with slashes. */
export function storedPath(path: string): string {
  return relative(inventoryRoot, path).split(sep).join('/');
}

/** What the stored paths of all files below a folder begin with; empty for the root itself. */
export function storedPrefix(folder: string): string {
  const path = storedPath(folder);
  return path === '' ? '' : `${path}/`;
}
