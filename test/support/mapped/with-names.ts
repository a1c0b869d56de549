import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Names, NamesInput } from '../../../lib/database/names.ts';
import { mappedNames } from './names.ts';

type Call = (...input: unknown[]) => unknown;

/** The same call, given names in its options where a test gives none. */
export function withNames(call: Call, optionsAt: number): Call {
  return (...input) => {
    const options = input[optionsAt] ?? {};
    if (typeof options !== 'object' || ('names' in options && options.names !== undefined)) return call(...input);
    const given = Array.from({ length: Math.max(input.length, optionsAt + 1) }, (_, index) => input[index]);
    return call(...given.with(optionsAt, { ...options, names: mappedNames }));
  };
}

/** The same for what resolves names. */
export function withResolvedNames(resolve: (input?: NamesInput) => Names): (input?: NamesInput) => Names {
  return (input = mappedNames) => resolve(input);
}

let file: string | undefined;

/** The names as the command reads them, gone with this process. */
function namesFile(): string {
  if (file !== undefined) return file;
  const folder = mkdtempSync(join(tmpdir(), 'worker-schedules-names-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  file = join(folder, 'names.json');
  writeFileSync(file, JSON.stringify(mappedNames));
  return file;
}

/** The same for a command line. */
export function withNamesFile<T>(run: (words: readonly string[]) => T): (words: readonly string[]) => T {
  return (words) => run(words.includes('--names') ? words : [...words, '--names', namesFile()]);
}
