import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import express from 'express';
import Koa from 'koa';
import mount from 'koa-mount';
import request from 'supertest';
import type { Authorize } from '../../routes/access.ts';
import { schedulePanel } from '../../routes/panel/express-panel.ts';
import { schedulePanel as koaPanel } from '../../routes/panel/koa-panel.ts';
import { panelFiles } from '../../routes/panel/panel-files.ts';
import { catalogue } from '../routes/catalogue.ts';
import { hostKnex } from '../support/host-knex.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const page = readFileSync(new URL('panel.md', DOCS), 'utf8');
const readme = readFileSync(new URL('../README.md', DOCS), 'utf8');

const [, program = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];
const [onExpress = '', belowMount = '', withPrefix = ''] = program.split('\n');

/** What a host has at hand; never connected, because the page itself needs no database. */
const knex = hostKnex('postgres://nobody@127.0.0.1:1/none');
const authorize: Authorize<unknown> = () => null;
const atHand = { knex, catalogue, authorize, mount };

function expressHost(line: string): RequestListener {
  const app = express();
  runInNewContext(line, { ...atHand, app, schedulePanel });
  return app as RequestListener;
}

function koaHost(line: string): RequestListener {
  const app = new Koa();
  runInNewContext(line, { ...atHand, app, schedulePanel: koaPanel });
  const callback = app.callback();
  return (message, response) => void callback(message, response);
}

describe('docs/panel.md', () => {
  const hosts = { Express: expressHost(onExpress), 'koa-mount': koaHost(belowMount), Koa: koaHost(withPrefix) };
  for (const [name, listener] of Object.entries(hosts)) {
    it(`mounts the panel on ${name} with the line that it shows`, async () => {
      const answer = await request(listener).get('/sistema/workers/');
      expect([answer.status, answer.type]).to.deep.equal([200, 'text/html']);
      expect((await request(listener).get('/sistema/workers/api/')).status).to.equal(401);
    });
  }

  it('says how large the panel is, which is less than 100 kB', async () => {
    const files = [...(await panelFiles()).values()];
    const bytes = files.reduce((sum, { packed }) => sum + packed.length, 0);
    const [, said = ''] = /Together they are (\d+) kB packed/.exec(page) ?? [];
    expect(Number(said)).to.be.closeTo(bytes / 1000, 1.5);
    expect(bytes).to.be.below(100_000);
  });

  it('shows pictures that are there, and so does the README', () => {
    const pictures = [
      ...[...page.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => new URL(path, DOCS)),
      ...[...readme.matchAll(/!\[[^\]]+\]\((docs\/[^)]+)\)/g)].map(([, path = '']) => new URL(`../${path}`, DOCS)),
    ];
    expect(pictures).to.have.length.above(2);
    for (const picture of pictures) expect(existsSync(picture), picture.pathname).to.equal(true);
  });
});
