import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { runInNewContext } from 'node:vm';
import Router from '@koa/router';
import { expect } from 'chai';
import express from 'express';
import Koa from 'koa';
import mount from 'koa-mount';
import request from 'supertest';
import { scheduleRouter as expressRouter } from '../../routes/express.ts';
import { scheduleRouter as koaRouter } from '../../routes/koa.ts';
import { catalogue } from '../routes/catalogue.ts';

const page = readFileSync(new URL('../../docs/http.md', import.meta.url), 'utf8');
const [, block = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
const lines = block.trim().split('\n');

/** Runs one line of the page in a host of the framework that its comment names. */
function hostOf(line: string): RequestListener {
  const options = { knex: Object.assign(() => undefined, { raw: () => undefined }), catalogue, authorize: () => null };
  const isKoa = /koa/i.test(line.replace(/.*\/\/ /, ''));
  const app = isKoa ? new Koa() : express();
  const router = new Router();
  const names = { app, router, mount, scheduleRouter: isKoa ? koaRouter : expressRouter, ...options };
  runInNewContext(line, names);
  if (!(app instanceof Koa)) return app;
  const callback = app.use(router.routes()).callback();
  return (message, response) => void callback(message, response);
}

describe('docs/http.md', () => {
  it('mounts the router in four ways', () => {
    expect(lines).to.have.length(4);
  });

  for (const line of lines) {
    it(`says what works: ${line}`, async () => {
      const answer = await request(hostOf(line)).get('/api/workers/ner/schedule');
      expect(answer.status).to.equal(401);
      expect(answer.body).to.include({ code: 'unauthenticated' });
      expect((await request(hostOf(line)).get('/api')).status).to.equal(404);
    });
  }
});
