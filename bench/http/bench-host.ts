import type { Request } from 'express';
import type { Knex } from 'knex';
import { z } from 'zod';
import { defineCatalogue } from '../../lib/catalogue/define-catalogue.ts';
import type { AccessAnswer } from '../../routes/access.ts';
import { scheduleRouter } from '../../routes/express.ts';
import { mounts, POSTED_WORKERS, WORKERS } from './endpoints.ts';

/** Runs that are posted have a ledger of their own, which each measurement finds empty. */
export const postedNames = { schema: 'posted' } as const;

/** The host's own decision; both servers call it. */
export function authorize(request: Pick<Request, 'headers'>): AccessAnswer {
  return request.headers.authorization === 'operator' ? { id: 'u-1', name: 'Olga Operator' } : null;
}

function catalogueOf(workers: number): ReturnType<typeof defineCatalogue> {
  const request = z.object({ folder: z.string(), deep: z.boolean(), edition: z.number() });
  return defineCatalogue(
    Object.fromEntries(Array.from({ length: workers }, (_, n) => [`w${n}`, { label: `Worker ${n}`, request }])),
  );
}

/** The routers that are measured, with their mounts. */
export function routers(knex: Knex): readonly (readonly [mount: string, router: ReturnType<typeof scheduleRouter>])[] {
  return [
    [mounts.jobs, scheduleRouter({ knex, catalogue: catalogueOf(WORKERS), authorize })],
    [mounts.posts, scheduleRouter({ knex, catalogue: catalogueOf(POSTED_WORKERS), authorize, names: postedNames })],
  ];
}
