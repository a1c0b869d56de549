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
