import { expect } from 'chai';
import express, { type Request } from 'express';
import Koa, { type Context } from 'koa';
import type { AccessQuestion } from '../../routes/access.ts';
import { scheduleRouter as expressRouter } from '../../routes/express.ts';
import { scheduleRouter as koaRouter } from '../../routes/koa.ts';
import { catalogue } from './catalogue.ts';

const knex = Object.assign(() => undefined, { raw: () => undefined }) as never;

describe('Types of scheduleRouter', () => {
  it('fit app.use of both frameworks, with authorize typed by the host or left to us', () => {
    const byRequest = (request: Request, { permission }: AccessQuestion) =>
      request.ip === '' || permission === 'read' ? null : ({ refused: true } as const);
    const app = express();
    app.use('/a', expressRouter({ knex, catalogue, authorize: byRequest }));
    app.use(
      '/b',
      expressRouter({ knex, catalogue, authorize: (request) => (request.headers.host === '' ? null : null) }),
    );
    app.use(expressRouter({ knex, catalogue, authorize: () => null }));
    const byContext = async (context: Context) =>
      await Promise.resolve({ id: context.ip, name: String(context.state['name']) });
    const koa = new Koa();
    koa.use(koaRouter({ knex, catalogue, authorize: byContext, prefix: '/a' }));
    koa.use(koaRouter({ knex, catalogue, authorize: (context) => (context.path === '' ? null : null) }));
    expect(koa.middleware).to.have.length(2);
  });
});
