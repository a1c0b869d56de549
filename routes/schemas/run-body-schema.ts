import { z } from 'zod';

/** What the body of POST runs is: the request itself, which the worker's own schema judges. */
export const requestSchema = z.unknown();
