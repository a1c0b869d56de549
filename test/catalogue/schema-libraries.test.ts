import { expect } from 'chai';
import express from 'express';
import * as v from 'valibot';
import { z as zod4 } from 'zod';
import { z as zod3 } from 'zod3';
import { z as zod4InZod3 } from 'zod3/v4';
import { type Catalogue, defineCatalogue } from '../../lib/catalogue/define-catalogue.ts';
import { type CallOptions, Fixture, problemOf } from '../routes/fixture.ts';
import { expressHost } from '../routes/hosts/express-host.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';

/*
 * A host's catalogue in the schema library that the host has. The same worker in each: its input is text and has defaults, its
 * output is a number and has them filled in. A library whose types did not fit Standard Schema would not compile here.
 */
const catalogues = {
  'zod 3': defineCatalogue({
    pages: {
      label: 'Pages',
      request: zod3.object({
        count: zod3.string().transform(Number).pipe(zod3.number().int()),
        parts: zod3.array(zod3.object({ n: zod3.number() })).default([]),
      }),
      resolveConfig: (request, { parsed }) => ({ ...parsed, sent: request.count.trim(), half: parsed.count / 2 }),
    },
  }),
  'zod 3 as zod/v4': defineCatalogue({
    pages: {
      label: 'Pages',
      request: zod4InZod3.object({
        count: zod4InZod3.string().transform(Number).pipe(zod4InZod3.number().int()),
        parts: zod4InZod3.array(zod4InZod3.object({ n: zod4InZod3.number() })).default([]),
      }),
      resolveConfig: (request, { parsed }) => ({ ...parsed, sent: request.count.trim(), half: parsed.count / 2 }),
    },
  }),
  'zod 4': defineCatalogue({
    pages: {
      label: 'Pages',
      request: zod4.object({
        count: zod4.string().transform(Number).pipe(zod4.int()),
        parts: zod4.array(zod4.object({ n: zod4.number() })).default([]),
      }),
      resolveConfig: (request, { parsed }) => ({ ...parsed, sent: request.count.trim(), half: parsed.count / 2 }),
    },
  }),
  valibot: defineCatalogue({
    pages: {
      label: 'Pages',
      request: v.object({
        count: v.pipe(v.string(), v.transform(Number), v.integer()),
        parts: v.optional(v.array(v.object({ n: v.number() })), []),
      }),
      resolveConfig: (request, { parsed }) => ({ ...parsed, sent: request.count.trim(), half: parsed.count / 2 }),
    },
  }),
} satisfies Readonly<Record<string, Catalogue>>;

for (const [library, catalogue] of Object.entries(catalogues)) {
  describe(`A catalogue with ${library}`, () => {
    let database: TestDatabase;
    const fixture = new Fixture(expressHost('Express 5', express), () => database);
    const call = (method: string, path: string, send: CallOptions['send'] = '') =>
      fixture.call(method, path, { ...(send === '' ? {} : { send }), host: { catalogue } });
    const scheduleOf = (request: object): object => ({ cron: '0 9 * * *', request });

    before(async () => {
      database = await createTestDatabase({ fakeClock: true });
    });
    after(() => database.drop());
    beforeEach(() => fixture.reset());

    it('saves a valid request as it was sent, without what the schema makes of it', async () => {
      const saved = await call('PUT', '/pages/schedule', scheduleOf({ count: '12' }));
      expect(saved.status, saved.text).to.equal(201);
      expect((await call('GET', '/pages/schedule')).body['request']).to.deep.equal({ count: '12' });
    });

    it('refuses an invalid request with 422 and the path of every fault, and stores nothing', async () => {
      const refused = await call('PUT', '/pages/schedule', scheduleOf({ count: 12, parts: [{ n: 1 }, { n: 'x' }] }));
      expect(problemOf(refused)).to.deep.equal({
        status: 422,
        code: 'invalid_request',
        paths: ['request.count', 'request.parts.1.n'],
      });
      const fractional = await call('PUT', '/pages/schedule', scheduleOf({ count: '1.5' }));
      expect(problemOf(fractional)).to.deep.include({ status: 422, paths: ['request.count'] });
      expect(await query(database, 'select 1 from worker_schedules')).to.deep.equal([]);
    });

    it('gives resolveConfig what the schema makes of the request, and the run keeps both', async () => {
      const asked = await call('POST', '/pages/runs', { count: ' 12 ' });
      expect(asked.status, asked.text).to.equal(201);
      const [run] = await query(database, 'select request, config from worker_runs');
      const config = { count: 12, parts: [], sent: '12', half: 6 };
      expect(run).to.deep.equal({ request: { count: ' 12 ' }, config });
    });
  });
}
