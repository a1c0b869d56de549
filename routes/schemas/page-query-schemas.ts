import { z } from 'zod';
import { givenInstant } from './given-instant-schema.ts';
import { localeParameter } from './query-parameters.ts';
import { runQuerySchema } from './run-query-schema.ts';

/** What may be asked of the overview. */
export const overviewQuerySchema = z.object({ locale: localeParameter });

/** What may be asked of a worker's page: its runs are chosen as in GET /:worker_name/runs. */
export const workerPageQuerySchema = runQuerySchema.extend({ locale: localeParameter });

/** The window of the timeline. */
export const timelineQuerySchema = z.object({ from: givenInstant.optional(), to: givenInstant.optional() });
