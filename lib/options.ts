import { z } from 'zod';
import { WorkerSchedulesError } from './errors.ts';

/** An object of functions that zod must not clone: only its shape is looked at. */
const functions = (names: readonly string[], what: string): z.ZodType =>
  z.custom((value) => names.every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'function'), {
    error: `must be ${what}`,
  });

const logger = functions(['debug', 'info', 'warn', 'error'], 'a logger with debug, info, warn and error');
const catalogue = z.custom((value) => typeof (value as { workers?: unknown } | null)?.workers === 'object', {
  error: 'must be what defineCatalogue returned',
});

const aFunction = z.custom((value) => typeof value === 'function', { error: 'must be a function' });

/** Checked, and left as it is: names are resolved where they are used. */
const names = z.custom((value) => typeof value === 'object' && value !== null, { error: 'must be an object' });

/** Options of startScheduler with their ranges and defaults; seconds are seconds. */
export const schedulerOptionsSchema = z.strictObject({
  catalogue: catalogue.optional(),
  names: names.optional(),
  connection: z.unknown().optional(),
  logger: logger.optional(),
  name: z.string().min(1).max(200).optional(),
  takeover: z.enum(['default', 'tight']).default('default'),
  idleSeconds: z.number().min(1).max(5).optional(),
  maxPerTick: z.int().min(1).max(100_000).default(1000),
  resolveTimeoutSeconds: z.number().min(0.05).max(300).default(5),
  keepFiresDays: z.int().min(1).max(3650).default(30),
  ledgerColumns: aFunction.optional(),
  random: aFunction.optional(),
});

/**
 * Parses options once and freezes them. Throws `invalid_options` with a path and a sentence per fault; unknown options are
 * named.
 */
export function parseOptions<Schema extends z.ZodType>(
  schema: Schema,
  options: unknown,
  where: string,
): z.output<Schema> {
  const result = schema.safeParse(options);
  if (result.success) {
    Object.freeze(result.data);
    return result.data;
  }
  const fields = result.error.issues.map((issue) => ({
    path: issue.path.join('.') || where,
    code: 'invalid_options',
    message: issue.message,
  }));
  const sentences = fields.map((field) => `${field.path}: ${field.message}`).join('; ');
  throw new WorkerSchedulesError('invalid_options', `The options of ${where} are not valid. ${sentences}`, { fields });
}
