import { expect } from 'chai';
import type { Knex } from 'knex';
import { type Runner, startRunner } from '../../lib/runner/start-runner.ts';
import { catalogue } from './runner-fixture.ts';

/** Never called: what it says is checked by the compiler. */
const startTyped = (knex: Knex): Promise<Runner>[] => [
  startRunner(knex, {
    catalogue,
    workers: {
      walk: {
        run: async ({ request }, { progress }) => {
          const folder: string = request.folder;
          const depth: number | undefined = request.depth;
          await progress({ folder, depth });
        },
      },
    },
  }),
  startRunner(knex, {
    catalogue,
    workers: {
      // @ts-expect-error the default is filled in for the config, the request is as it was sent
      walk: { run: ({ request }) => Promise.resolve(request.depth.toFixed()) },
    },
  }),
  startRunner(knex, {
    catalogue,
    // @ts-expect-error the catalogue has no such worker
    workers: { nobody: { run: () => Promise.resolve() } },
  }),
];

describe('the types of an adapter', () => {
  it('are those of its worker’s request as it is sent, and unknown workers do not compile', () => {
    expect(startTyped).to.be.a('function');
  });
});
