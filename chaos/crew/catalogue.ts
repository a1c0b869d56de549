import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type Catalogue, defineCatalogue } from '../../lib/index.ts';
import { WORKS, workerNames } from '../plan/population.ts';

/** What a schedule of the harness asks for; `tag` names the edit that wrote it. */
export const requestSchema = z.object({ work: z.enum(WORKS), tag: z.string() });

let how: 'well' | 'slowly' | 'never well' = 'well';

/** How the configurations of this process are resolved from now on. */
export function resolveFromNowOn(next: typeof how): void {
  how = next;
}

let asked = 0;

/** Slowly: one in ten takes longer than the limit of 2 s, the others a moment. */
async function resolve(request: object): Promise<object> {
  asked += 1;
  if (how === 'slowly') await pause(asked % 10 === 0 ? 4000 : asked % 150);
  if (how === 'never well' && asked % 5 === 0) throw new Error('the settings cannot be read');
  return { ...request, resolved: how };
}

/** The catalogue of a host with so many workers. */
export function chaosCatalogue(count: number): Catalogue<Record<string, typeof requestSchema>> {
  const definition = { label: 'Chaos', request: requestSchema, resolveConfig: resolve };
  return defineCatalogue(Object.fromEntries(workerNames(count).map((name) => [name, definition])));
}
