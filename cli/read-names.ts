import { readFileSync } from 'node:fs';
import { type NamesInput, resolveNames } from '../lib/database/names.ts';
import { messageOf } from '../lib/errors.ts';
import { UsageError } from './usage.ts';

function parseFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`The names cannot be read from ${path}: ${messageOf(error)}`);
  }
}

/** Reads the option `names` from a JSON file. Throws UsageError, or `invalid_options` for names that are not legal. */
export function readNames(path: string | undefined): NamesInput {
  if (path === undefined) return {};
  const input = parseFile(path);
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new UsageError(`${path} must hold a JSON object, the same as the option names.`);
  }
  resolveNames(input);
  return input;
}
