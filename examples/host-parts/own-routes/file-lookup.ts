import type { Knex } from 'knex';
import { z } from 'zod';
import { accessOf } from '../access-of.ts';
import { readFiles } from '../workers/inventory/file-table.ts';
import type { OwnAnswer } from './own-answer.ts';

const wanted = z.strictObject({ paths: z.array(z.string().max(1000)).min(1).max(100) });

/** Who asks, and the parsed body of the call. */
export interface FileLookup {
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** `POST /files/lookup`: what the inventory knows of the paths in the body; it needs a member's token. */
export async function fileLookup(knex: Knex, { authorization, body }: FileLookup): Promise<OwnAnswer> {
  if (accessOf({ authorization }, 'read') === null) return { status: 401, body: { error: 'A token is needed.' } };
  const parsed = wanted.safeParse(body);
  if (!parsed.success) return { status: 400, body: { error: z.prettifyError(parsed.error) } };
  const found = await readFiles(knex, parsed.data.paths);
  const files = [...found.values()].map(({ path, size, sha256 }) => ({ path, size, sha256 }));
  return { status: 200, body: { files } };
}
