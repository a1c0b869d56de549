import { z } from 'zod';
import { RUN_STATUSES } from '../../lib/ledger/transitions.ts';
import { limitParameter, wordsParameter } from './query-parameters.ts';
import { RUN_TRIGGERS } from './run-schema.ts';

/** The cursor of runs is the id of the last one shown. */
export const runQuerySchema = z.object({
  limit: limitParameter,
  cursor: z
    .string()
    .regex(/^[0-9a-f-]{1,36}$/i, 'the next_cursor of a page is needed')
    .optional(),
  status: wordsParameter(RUN_STATUSES),
  trigger: wordsParameter(RUN_TRIGGERS),
});
