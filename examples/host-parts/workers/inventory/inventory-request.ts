import { realpathSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { z } from 'zod';

/** No request reaches outside this folder. */
export const inventoryRoot = realpathSync(process.env['INVENTORY_ROOT'] ?? '.');

export const defaultFolder = 'lib';

/** Whether a path, relative to the root or absolute, lies within the root. */
export function isWithinRoot(path: string): boolean {
  const [first] = relative(inventoryRoot, resolve(inventoryRoot, path)).split(/[/\\]/);
  return first !== '..';
}

/** What a run of the inventory is asked for. */
export const inventoryRequest = z.strictObject({
  folder: z
    .string()
    .min(1)
    .refine(isWithinRoot, 'The folder must lie within the root of the inventory.')
    .default(defaultFolder)
    .describe('Folder to walk, relative to the root of the inventory'),
  rehash: z.boolean().default(false).describe('Also hash files whose size and time have not changed'),
});

export type InventoryRequest = z.input<typeof inventoryRequest>;

/** What one run needs, stored with it. */
export interface InventoryConfig {
  readonly folder: string;
  readonly rehash: boolean;
}

/** The configuration that a request means on this machine. */
export function inventoryConfig({ folder, rehash }: z.output<typeof inventoryRequest>): InventoryConfig {
  return { folder: resolve(inventoryRoot, folder), rehash };
}
