import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { messageOf } from '../lib/errors.ts';
import { UsageError } from './usage.ts';

type Loaded = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Loaded {
  return typeof value === 'object' && value !== null;
}

/** TypeScript and Babel give CommonJS a `default` of its own, inside the one that import() makes. */
function unwrap(module: unknown): unknown {
  let value = module;
  for (let depth = 0; depth < 2 && isObject(value) && value['default'] !== undefined; depth += 1)
    value = value['default'];
  return value;
}

async function importFile(path: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_UNKNOWN_FILE_EXTENSION') {
      throw new UsageError(
        `Node.js ${process.version} cannot load ${path}: take Node.js 22.18 or later, or a loader such as NODE_OPTIONS='--import tsx'.`,
      );
    }
    throw new UsageError(`The knexfile ${path} cannot be loaded: ${messageOf(error)}`);
  }
}

function environmentOf(config: Loaded, env: string | undefined, path: string): Knex.Config {
  const name = env ?? (process.env['NODE_ENV'] || 'development');
  const chosen = config[name];
  if (isObject(chosen)) return chosen;
  if (env === undefined) return config;
  throw new UsageError(`The knexfile ${path} has no environment ${env}.`);
}

/**
 * The configuration that a knexfile gives for an environment, by the rules of knex's own command: an object, or a function
 * that returns one, at best by environment; the working directory becomes the file's, which paths in it may count on.
 * Throws UsageError.
 */
export async function loadKnexfile(file: string, env: string | undefined): Promise<Knex.Config> {
  const path = resolve(file);
  const directory = dirname(path);
  try {
    process.chdir(directory);
  } catch {
    throw new UsageError(`There is no directory ${directory}.`);
  }
  const given = unwrap(await importFile(path));
  const config: unknown = typeof given === 'function' ? await (given as () => unknown)() : given;
  if (!isObject(config)) throw new UsageError(`The knexfile ${path} gives no configuration.`);
  return environmentOf(config, env, path);
}
