import { expect } from 'chai';
import type { Knex } from 'knex';
import * as v from 'valibot';
import { z } from 'zod';
import { defineCatalogue } from '../../lib/catalogue/define-catalogue.ts';
import type { Run } from '../../lib/ledger/run.ts';
import { startRunner } from '../../lib/runner/start-runner.ts';
import { handMade } from './schemas.ts';

/*
 * Judged by the compiler (`npm run check`): a type that is not what stands here does not compile, and neither does an
 * expected error that does not come.
 */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const hasType =
  <Expected>() =>
  <Actual>(value: Actual, is: Same<Actual, Expected>): Actual | undefined =>
    is ? value : undefined;

const zodSchema = z.object({ model: z.string(), batch: z.number().default(10), at: z.string().transform(Number) });
interface Sent {
  model: string;
  batch?: number | undefined;
  at: string;
}
interface Parsed {
  model: string;
  batch: number;
  at: number;
}

const catalogue = defineCatalogue({
  zod: {
    label: 'Zod',
    request: zodSchema,
    resolveConfig: (request, context) => {
      hasType<Sent>()(request, true);
      hasType<Parsed>()(context.parsed, true);
      return { ...context.parsed, asked: request.batch };
    },
  },
  valibot: {
    label: 'Valibot',
    request: v.object({ pages: v.optional(v.number(), 1) }),
    resolveConfig: (request, { parsed }) => {
      hasType<{ pages?: number | undefined }>()(request, true);
      hasType<{ pages: number }>()(parsed, true);
      return parsed;
    },
  },
  hand: {
    label: 'By hand',
    request: handMade,
    resolveConfig: (request) => hasType<{ readonly count: string }>()(request, true),
  },
});

const start = (knex: Knex): Promise<unknown> =>
  startRunner(knex, {
    catalogue,
    workers: {
      zod: {
        run: (run, context) => {
          hasType<Sent>()(run.request, true);
          hasType<Date | null>()(context.scheduledFor, true);
          return Promise.resolve();
        },
      },
      hand: { run: (run) => Promise.resolve(hasType<{ readonly count: string }>()(run.request, true)) },
    },
  });

const startWrongly = (knex: Knex): Promise<unknown>[] => [
  // @ts-expect-error -- the catalogue names no such worker
  startRunner(knex, { catalogue, workers: { nobody: { run: () => Promise.resolve() } } }),
  // @ts-expect-error -- its request is another
  startRunner(knex, { catalogue, workers: { zod: { run: (run: Run<{ pages: number }>) => Promise.resolve(run) } } }),
];

const defineWrongly = (): unknown[] => [
  // @ts-expect-error -- a worker needs a label
  defineCatalogue({ ner: { request: zodSchema } }),
  // @ts-expect-error -- a worker needs a schema
  defineCatalogue({ ner: { label: 'Named entities', request: { type: 'object' } } }),
  // @ts-expect-error -- the schema's input has no such member
  defineCatalogue({ ner: { label: 'x', request: zodSchema, resolveConfig: (request) => String(request.pages) } }),
];

describe('the types of a catalogue', () => {
  it('give resolveConfig and adapters the input type of the schema, and hold no surprise at run time', () => {
    expect(Object.keys(catalogue.workers)).to.deep.equal(['zod', 'valibot', 'hand']);
    expect([start, startWrongly].every((never) => typeof never === 'function')).to.equal(true);
    expect(defineWrongly).to.throw().with.property('code', 'invalid_catalogue');
  });
});
