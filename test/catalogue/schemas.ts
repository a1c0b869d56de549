import type { StandardSchema } from '../../lib/catalogue/standard-schema.ts';

/** A schema of Standard Schema 1 without a library: text that stands for a count, answered later. */
export const handMade: StandardSchema<{ readonly count: string }, { readonly count: number }> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: async (value) => {
      await Promise.resolve();
      const count = Number((value as { count?: unknown } | null)?.count);
      if (Number.isInteger(count)) return { value: { count } };
      return {
        issues: [
          { message: 'must be a count', path: ['list', 0, { key: 'count' }] },
          { message: 'and nothing else' },
          { message: 'nor a symbol', path: [Symbol('s')] },
        ],
      };
    },
  },
};
