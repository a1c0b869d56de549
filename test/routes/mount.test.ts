import { expect } from 'chai';
import express from 'express';
import Koa from 'koa';
import mountAt from 'koa-mount';
import request from 'supertest';
import { scheduleRouter as expressRouter } from '../../routes/express.ts';
import { scheduleRouter as koaRouter } from '../../routes/koa.ts';
import { catalogue } from './catalogue.ts';
import { NINE_IN_BERLIN, onEveryHost, problemOf } from './fixture.ts';
import { rawCall } from './raw-call.ts';

onEveryHost('R-M2 R-M3 The mount', (fixture) => {
  for (const mount of ['', '/jobs', '/admin/jobs/v1', '/n%C3%A4me']) {
    it(`may be ${mount === '' ? 'the root' : mount}`, async () => {
      const host = { mount };
      expect((await fixture.call('GET', '/', { host })).status).to.equal(200);
      expect((await fixture.call('GET', '?page=1', { host: { mount: mount === '' ? '/' : mount } })).status).to.equal(
        200,
      );
      expect((await fixture.call('PUT', '/ner/schedule', { host, send: NINE_IN_BERLIN })).status).to.equal(201);
      expect((await fixture.call('GET', '/ner/schedule/?x=%20', { host })).status).to.equal(200);
    });
  }

  it('answers what is unknown below it, and nothing beside it', async () => {
    expect(problemOf(await fixture.call('GET', '/nothing/here'))).to.include({ status: 404, code: 'not_found' });
    const listener = fixture.kind.listener({ knex: fixture.database.knex });
    for (const path of ['/', '/jobsx', '/jobsx/ner/schedule', '/JOBS2', '/other/jobs']) {
      const answer = await request(listener).get(path);
      expect(answer.status, path).to.equal(404);
      expect(answer.body, path).to.deep.equal({ host: 'not found' });
    }
    expect((await request(listener).get('/host')).body).to.include({ host: true });
  });

  it('at the root leaves every path that is no route to the host', async () => {
    const host = { mount: '' };
    expect((await fixture.call('GET', '/host', { host })).body).to.include({ host: true });
    expect((await fixture.call('GET', '/nothing/here', { host })).body).to.deep.equal({ host: 'not found' });
    expect((await fixture.call('POST', '/ner/schedule', { host })).status).to.equal(405);
  });

  it('understands a request line with a whole address, as proxies send it', async () => {
    const listener = fixture.kind.listener({ knex: fixture.database.knex });
    const answer = await rawCall(listener, { method: 'GET', path: 'http://host.example/jobs/ner/runs' });
    expect(answer).to.deep.include({ status: 200, body: { items: [], next_cursor: null } });
  });

  it('may be several in one host, each with options of its own', async () => {
    const listeners = ['/a', '/b'].map((mount) => fixture.kind.listener({ knex: fixture.database.knex, mount }));
    for (const [index, listener] of listeners.entries()) {
      const { status } = await request(listener)
        .get(`/${'ab'[index] ?? ''}`)
        .set('authorization', 'viewer');
      expect(status).to.equal(200);
    }
  });
});

describe('R-M2 Nested mounts', () => {
  const knex = Object.assign(() => undefined, { raw: () => Promise.resolve([]) }) as never;
  const options = { knex, catalogue, authorize: () => null };

  it('work in an Express router inside a router', async () => {
    const inner = express.Router({ strict: true }).use('/b', expressRouter(options));
    const app = express().use('/a', inner);
    expect((await request(app).get('/a/b/ner/schedule')).status).to.equal(401);
    expect((await request(app).get('/a/b/nothing/here')).body).to.include({ code: 'not_found' });
    expect((await request(app).get('/a/c')).text).to.contain('Cannot GET /a/c');
  });

  it('of Express get what a parser of the outer router refuses; what one of the application refuses is the host’s', async () => {
    const open = { ...options, authorize: () => ({ id: '1', name: 'x' }) };
    const nested = (parsers: { app?: express.Handler; router?: express.Handler }) => {
      const outer = express.Router();
      if (parsers.router !== undefined) outer.use(parsers.router);
      const app = express();
      if (parsers.app !== undefined) app.use(parsers.app);
      app.use('/a', outer.use('/b', expressRouter(open)));
      const onError: express.ErrorRequestHandler = (error: Error, _request, response, next) => {
        if (response.headersSent) next(error);
        else response.status(418).json({ host: error.message });
      };
      return app.use(onError);
    };
    const send = async (app: express.Express) =>
      await request(app).post('/a/b/ner/runs').type('json').send('{"folder":');
    expect((await send(nested({ router: express.json() }))).body).to.include({ code: 'invalid_json', status: 400 });
    expect((await send(nested({ app: express.json() }))).status).to.equal(418);
  });

  it('work below koa-mount, which strips the path and tells it in mountPath', async () => {
    const app = new Koa().use(mountAt('/a', koaRouter(options)));
    app.silent = true;
    expect((await request(app.callback()).get('/a/ner/schedule')).status).to.equal(401);
    expect((await request(app.callback()).get('/a/nothing/here')).body).to.include({ code: 'not_found' });
    expect((await request(app.callback()).get('/ner/schedule')).text).to.equal('Not Found');
  });
});
