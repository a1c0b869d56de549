import type { FieldFault } from '../errors.ts';

/** Deeper JSON than this is refused rather than risk the stack of whoever reads it. */
const MAX_DEPTH = 64;

function textFault(text: string): string | undefined {
  if (text.includes('\0')) return 'contains U+0000, which PostgreSQL cannot store';
  if (!text.isWellFormed()) return 'contains half a surrogate pair, which PostgreSQL cannot store';
  return undefined;
}

function scalarFault(value: unknown): string | undefined {
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
    return `is a ${typeof value}, which is not JSON`;
  if (typeof value === 'string') return textFault(value);
  if (typeof value !== 'number') return undefined;
  if (!Number.isFinite(value)) return 'is not a finite number';
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return 'is an integer beyond 2^53, which JSON readers round';
  return undefined;
}

function* findFaults(value: unknown, path: string, depth: number): Generator<FieldFault> {
  const fault = depth > MAX_DEPTH ? `is nested deeper than ${MAX_DEPTH} levels` : scalarFault(value);
  if (fault !== undefined) {
    yield { path, code: 'not_storable', message: `${path} ${fault}.` };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const keyFault = textFault(key);
    const memberPath = `${path}.${keyFault === undefined ? key : JSON.stringify(key)}`;
    if (keyFault !== undefined)
      yield { path: memberPath, code: 'not_storable', message: `A key of ${path} ${keyFault}.` };
    yield* findFaults(member, memberPath, depth + 1);
  }
}

/** What keeps a JSON value from being stored and read back with the same meaning; empty when nothing does. */
export function storageFaults(value: unknown, path: string): FieldFault[] {
  return [...findFaults(value, path, 0)];
}
