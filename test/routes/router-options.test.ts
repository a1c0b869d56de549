import { expect } from 'chai';
import type { WorkerSchedulesError } from '../../lib/errors.ts';
import { scheduleRouter as expressRouter } from '../../routes/express.ts';
import { scheduleRouter as koaRouter } from '../../routes/koa.ts';
import { readRouterOptions } from '../../routes/router-options.ts';
import { catalogue } from './catalogue.ts';

const knex = Object.assign(() => undefined, { raw: () => undefined });
const good = { knex, catalogue, authorize: () => null };

function faultsOf(create: (options: never) => unknown, options: object): string[] {
  try {
    create(options as never);
  } catch (error) {
    const { code, fields } = error as WorkerSchedulesError;
    expect(code).to.equal('invalid_options');
    return fields.map(({ path }) => path);
  }
  return [];
}

for (const [name, create] of [
  ['Express', expressRouter],
  ['Koa', koaRouter],
] as const) {
  describe(`Options of scheduleRouter (${name})`, () => {
    it('need knex, catalogue and authorize', () => {
      expect(faultsOf(create, {})).to.deep.equal(['knex', 'catalogue', 'authorize']);
      expect(faultsOf(create, { ...good, authorize: undefined })).to.deep.equal(['authorize']);
      expect(faultsOf(create, good)).to.deep.equal([]);
    });

    it('are refused by name when there is no such option', () => {
      expect(faultsOf(create, { ...good, autorize: () => null, __proto__: null })).to.deep.equal(['autorize']);
    });

    it('are refused out of their range', () => {
      for (const [option, value] of [
        ['timeoutSeconds', 0],
        ['timeoutSeconds', '5'],
        ['bodyLimit', -1],
        ['bodyLimit', Infinity],
        ['defaultTimezone', 'PST'],
        ['allowedOrigins', ['admin.example']],
        ['unexpectedErrors', 'hide'],
        ['logger', 'console'],
        ['names', 'x'],
      ] as const) {
        expect(faultsOf(create, { ...good, [option]: value }), option).to.deep.equal([option]);
      }
      expect(faultsOf(create, { ...good, names: { schema: '' } })).to.deep.equal(['names.schema']);
    });
  });
}

describe('Options of scheduleRouter', () => {
  it('are frozen, with their defaults', () => {
    const settings = readRouterOptions(good as never);
    expect(settings).to.include({ bodyLimit: 102_400, timeoutMs: 5000, unexpectedErrors: 'throw' });
    expect(settings.stores.defaultTimezone).to.equal('UTC');
    expect([settings, settings.stores, settings.allowedOrigins].every((part) => Object.isFrozen(part))).to.equal(true);
  });

  it('take for Koa a prefix that begins with a slash', () => {
    expect(faultsOf(koaRouter, { ...good, prefix: 'jobs' })).to.deep.equal(['prefix']);
    expect(faultsOf(koaRouter, { ...good, prefix: '/jobs/' })).to.deep.equal([]);
    expect(faultsOf(expressRouter, { ...good, prefix: '/jobs' })).to.deep.equal(['prefix']);
  });
});
