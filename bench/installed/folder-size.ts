import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What stands in a node_modules. */
export interface FolderSize {
  readonly packages: number;
  readonly bytes: number;
}

/** Counts the packages that npm has installed into a folder, and the bytes of their files. */
export function folderSize(folder: string): FolderSize {
  const modules = join(folder, 'node_modules');
  const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as { packages: object };
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  return { packages: Object.keys(lock.packages).length, bytes };
}
