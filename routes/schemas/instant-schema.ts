import { z } from 'zod';

/** An instant in an answer: ISO 8601 with Z. */
export const instant = z.iso.datetime();

/** An instant that a caller sends; within the years that both PostgreSQL and ISO's four digits can hold, and their previews. */
export const givenInstant = instant.pipe(
  z.string().refine((text) => text > '0001' && text < '9800', 'an instant of the years 1 to 9799 is needed'),
);
