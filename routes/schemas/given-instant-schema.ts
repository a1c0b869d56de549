import { z } from 'zod';

/** An instant that a caller sends; within the years that both PostgreSQL and ISO's four digits can hold, and their previews. */
export const givenInstant = z.iso
  .datetime()
  .pipe(z.string().refine((text) => text > '0001' && text < '9800', 'an instant of the years 1 to 9799 is needed'));
