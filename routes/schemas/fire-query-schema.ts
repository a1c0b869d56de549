import { z } from 'zod';
import { givenInstant } from './given-instant-schema.ts';
import { limitParameter } from './query-parameters.ts';

/** The cursor of fires is the instant of the last one shown. */
export const fireQuerySchema = z.object({ limit: limitParameter, cursor: givenInstant.optional() });
