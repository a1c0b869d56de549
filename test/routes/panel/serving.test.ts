import type { RequestListener } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import express from 'express';
import express4 from 'express4';
import Koa from 'koa';
import mountAt from 'koa-mount';
import Koa2 from 'koa2';
import request from 'supertest';
import type { Authorize } from '../../../routes/access.ts';
import { schedulePanel } from '../../../routes/panel/express-panel.ts';
import { schedulePanel as koaPanel } from '../../../routes/panel/koa-panel.ts';
import { panelFiles } from '../../../routes/panel/panel-files.ts';
import type { PanelForApiOptions } from '../../../routes/panel/panel-options.ts';
import { hostKnex } from '../../support/host-knex.ts';
import { catalogue } from '../catalogue.ts';
import { behindProxy } from '../hosts/host-kind.ts';

type Make = (mount: string, options?: Partial<PanelForApiOptions>) => RequestListener;

/** Never connected: nothing here needs a database. */
const knex = hostKnex('postgres://nobody@127.0.0.1:1/none');
const authorize: Authorize<unknown> = () => null;

function optionsOf({ api, ...others }: Partial<PanelForApiOptions>) {
  return api === undefined ? { knex, catalogue, authorize, ...others } : { api, ...others };
}

function onExpress(framework: typeof express): Make {
  return (mount, options = {}) => framework().use(mount, schedulePanel(optionsOf(options))) as RequestListener;
}

function onKoa(framework: typeof Koa, hasPrefix: boolean): Make {
  return (mount, options = {}) => {
    const panel = hasPrefix
      ? koaPanel({ ...optionsOf(options), prefix: mount })
      : mountAt(mount, koaPanel(optionsOf(options)));
    const callback = new framework().use(panel).callback();
    return (message, response) => void callback(message, response);
  };
}

const hosts: Readonly<Record<string, Make>> = {
  'Express 5': onExpress(express),
  'Express 4': onExpress(express4 as unknown as typeof express),
  'Koa 3 below koa-mount': onKoa(Koa, false),
  'Koa 2 with a prefix': onKoa(Koa2 as unknown as typeof Koa, true),
};

for (const [name, make] of Object.entries(hosts)) {
  describe(`The panel on ${name}`, () => {
    for (const mount of ['/sistema/workers', '/w', '/a/b/c%20d']) {
      it(`is served at ${mount}, with relative addresses only`, async () => {
        const page = await request(make(mount)).get(`${mount}/`);
        expect(page.status).to.equal(200);
        expect(page.headers['content-type']).to.equal('text/html; charset=utf-8');
        const addresses = [...page.text.matchAll(/(?:src|href|content)="([^"]*[./][^"]*)"/g)].map(
          ([, address]) => address!,
        );
        expect(addresses).to.have.length.above(3);
        for (const address of addresses) expect(address).to.match(/^\.\//);
        for (const address of addresses.filter((found) => found.includes('assets'))) {
          const { pathname } = new URL(address, `http://host${mount}/`);
          expect((await request(make(mount)).get(pathname)).status, pathname).to.equal(200);
        }
      });

      it(`leads ${mount} without its slash to the page, by a relative address that keeps the query`, async () => {
        const { status, headers } = await request(make(mount)).get(`${mount}?a=1`);
        expect(status).to.equal(308);
        expect(headers['location']).to.match(/^\.\//);
        const target = new URL(headers['location'] ?? '', `http://host${mount}?a=1`);
        expect(target.pathname + target.search).to.equal(`${mount}/?a=1`);
      });
    }

    it('works behind a proxy that takes away a prefix', async () => {
      const proxied = behindProxy(make('/w'));
      const { headers } = await request(proxied).get('/front/w');
      expect(new URL(headers['location'] ?? '', 'http://host/front/w').pathname).to.equal('/front/w/');
      expect((await request(proxied).get('/front/w/')).status).to.equal(200);
    });

    it('has the API below it, where the host is asked who calls', async () => {
      for (const path of ['/w/api', '/w/api/', '/w/api/-/overview', '/w/api/ner/schedule']) {
        const answer = await request(make('/w')).get(path);
        expect(answer.status, path).to.equal(401);
        expect(answer.body, path).to.include({ code: 'unauthenticated' });
      }
      expect((await request(make('/w')).get('/w/api/nothing/here/at/all')).body).to.include({ code: 'not_found' });
    });

    it('allows the page nothing but its own files and the API', async () => {
      const policy = async (options: Partial<PanelForApiOptions> = {}): Promise<string> =>
        (await request(make('/w', options)).get('/w/')).headers['content-security-policy'] ?? '';
      expect(await policy()).to.equal(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(await policy({ frameAncestors: ['self', 'https://a.example'] })).to.contain(
        "frame-ancestors 'self' https://a.example",
      );
      expect(await policy({ api: 'https://api.example/jobs' })).to.contain("connect-src 'self' https://api.example;");
      const page = await request(make('/w')).get('/w/');
      expect(page.headers['x-content-type-options']).to.equal('nosniff');
      expect(page.text).not.to.match(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/i);
    });

    it('points the page at another mount of the API, and has none itself then', async () => {
      const elsewhere = make('/w', { api: '/api/v1/system/workers' });
      expect((await request(elsewhere).get('/w/')).text).to.contain('content="/api/v1/system/workers"');
      expect((await request(elsewhere).get('/w/api/-/overview')).status).to.equal(404);
    });

    it('keeps files for ever and the page not at all without asking', async () => {
      const page = await request(make('/w')).get('/w/');
      expect(page.headers['cache-control']).to.equal('no-cache');
      const again = await request(make('/w'))
        .get('/w/')
        .set('if-none-match', page.headers['etag'] ?? '');
      expect([again.status, again.text]).to.deep.equal([304, '']);
      const script = /assets\/[^"]+\.js/.exec(page.text)?.[0] ?? '';
      const file = await request(make('/w')).get(`/w/${script}`).set('accept-encoding', 'gzip');
      expect(file.headers).to.include({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'gzip',
        vary: 'Accept-Encoding',
        'content-type': 'text/javascript; charset=utf-8',
      });
      const plain = await request(make('/w')).get(`/w/${script}`).set('accept-encoding', 'identity');
      expect(plain.headers).not.to.have.property('content-encoding');
    });

    it('answers HEAD without a body, and no other method than GET', async () => {
      const head = await request(make('/w')).head('/w/');
      expect([head.status, head.text]).to.deep.equal([200, undefined]);
      expect(Number(head.headers['content-length'])).to.be.above(300);
      const post = await request(make('/w')).post('/w/').send({});
      expect([post.status, post.headers['allow']]).to.deep.equal([405, 'GET, HEAD']);
    });

    it('serves no path that is not in its map', async () => {
      for (const path of [
        'index.html',
        'assets',
        'assets/',
        'assets/..%2f..%2fpackage.json',
        '..%2findex.html',
        'package.json',
        '%2e%2e/lib/index.js',
        'assets/%00',
        'toString',
      ]) {
        const answer = await request(make('/w')).get(`/w/${path}`);
        expect(answer.status, path).to.be.oneOf([400, 404]);
      }
    });
  });
}

describe('The files of the panel', () => {
  it('are under 100 kB together when they are packed', async () => {
    const files = [...(await panelFiles()).values()];
    const packed = files.reduce((sum, file) => sum + file.packed.length, 0);
    expect(files.length).to.be.at.least(4);
    expect(packed).to.be.below(100_000);
    for (const file of files) expect(gunzipSync(file.packed).equals(file.bytes)).to.equal(true);
  });
});

describe('Options of the panel', () => {
  const codeOf = (make: () => unknown): unknown => {
    try {
      make();
      return undefined;
    } catch (error) {
      return (error as { code?: unknown }).code;
    }
  };

  it('are checked: the API, the sites of frames, and those of the router', () => {
    const faulty: object[] = [
      { api: 'javascript:alert(1)' },
      { api: '/a b' },
      { api: '"><script>' },
      { api: '/api', knex },
      { api: '/api', frameAncestors: ["https://a.example; script-src 'unsafe-inline'"] },
      { knex, catalogue },
      { knex, catalogue, authorize, unknown: 1 },
    ];
    for (const options of faulty) {
      expect(
        codeOf(() => schedulePanel(options as never)),
        JSON.stringify(Object.keys(options)),
      ).to.equal('invalid_options');
    }
    expect(codeOf(() => schedulePanel({ api: '../api/workers/' }))).to.equal(undefined);
  });
});
