import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as ours from '../../lib/index.ts';

/** The package as it is built, which is what an application runs. Throws when it is not built. */
export async function loadOurs(): Promise<typeof ours> {
  const built = new URL('../../dist/lib/index.js', import.meta.url);
  if (!existsSync(fileURLToPath(built))) throw new Error('There is no dist: run npm run build first.');
  return (await import(built.href)) as typeof ours;
}
