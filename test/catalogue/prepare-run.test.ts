import { expect } from 'chai';
import { z } from 'zod';
import { defineCatalogue, type WorkerDefinition } from '../../lib/catalogue/define-catalogue.ts';
import { prepareRun } from '../../lib/catalogue/prepare-run.ts';
import { errorOf } from '../schedules/schedules-fixture.ts';

const schema = z.object({ model: z.string().trim(), batch: z.number().default(10) });
type Resolve = NonNullable<WorkerDefinition<typeof schema>['resolveConfig']>;

async function prepare(resolveConfig: Resolve | undefined, request: unknown = { model: ' small ' }): Promise<unknown> {
  const definition = { label: 'Named entities', request: schema };
  const catalogue = defineCatalogue({
    ner: resolveConfig === undefined ? definition : { ...definition, resolveConfig },
  });
  return JSON.parse((await prepareRun(catalogue, 'ner', request)).configJson);
}

const circle: Record<string, unknown> = {};
circle['self'] = circle;

describe('prepareRun', () => {
  it('gives resolveConfig the request as it was sent, the parsed output and the worker', async () => {
    const config = await prepare((request, context) => ({ request, context }));
    expect(config).to.deep.equal({
      request: { model: ' small ' },
      context: { workerName: 'ner', parsed: { model: 'small', batch: 10 } },
    });
  });

  it('waits for a resolveConfig that answers later', async () => {
    expect(await prepare(() => Promise.resolve({ later: true }))).to.deep.equal({ later: true });
  });

  it('calls resolveConfig as a method of its definition', async () => {
    const definition = {
      ...{ label: 'Named entities', request: schema, region: 'eu' },
      resolveConfig(): unknown {
        return { region: this.region };
      },
    };
    const { configJson } = await prepareRun(defineCatalogue({ ner: definition }), 'ner', { model: 'x' });
    expect(configJson).to.equal('{"region":"eu"}');
  });

  it('takes the parsed output for the config when the host resolves none', async () => {
    expect(await prepare(undefined)).to.deep.equal({ model: 'small', batch: 10 });
  });

  it('takes the request for the config when there is no catalogue', async () => {
    expect((await prepareRun(undefined, 'anybody', { a: [1] })).configJson).to.equal('{"a":[1]}');
    expect((await prepareRun(undefined, 'anybody', undefined)).configJson).to.equal('null');
  });

  it('keeps the request out of the reach of resolveConfig', async () => {
    const request = { model: 'small', tags: ['a'] };
    await prepare((copy) => Object.assign(copy, { model: 'changed', tags: [] }), request);
    expect(request).to.deep.equal({ model: 'small', tags: ['a'] });
  });

  for (const [what, config, json] of [
    ['nothing', undefined, null],
    ['null', null, null],
    ['a list', [1, { a: undefined }], [1, {}]],
    ['a date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['a value with a toJSON', { toJSON: () => 5 }, 5],
  ] as const) {
    it(`takes ${what} for a config`, async () => {
      expect(await prepare(() => config)).to.deep.equal(json);
    });
  }

  for (const [what, config] of [
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a bigint inside', { n: 1n }],
    ['what contains itself', circle],
    ['NUL in a text', { a: 'x\0' }],
    ['half a surrogate pair in a key', { '\ud800': 1 }],
    ['NaN', { a: Number.NaN }],
    ['a toJSON that throws', { toJSON: () => JSON.parse('{') as unknown }],
    ['a toJSON that gives NUL', { toJSON: () => 'x\0' }],
  ] as const) {
    it(`refuses ${what} for a config`, async () => {
      const failed = await errorOf(prepare(() => config));
      expect(failed.code).to.equal('config_failed');
      expect(failed.message).to.match(/^ConfigError: ./);
    });
  }

  it('says why resolveConfig threw or rejected, and keeps the cause', async () => {
    const cause = new RangeError('no such region');
    const fails: Resolve[] = [
      () => {
        throw cause;
      },
      () => Promise.reject(cause),
    ];
    for (const fail of fails) {
      const failed = await errorOf(prepare(fail));
      expect([failed.code, failed.message, failed.cause]).to.deep.equal([
        ...['config_failed', 'ConfigError: no such region', cause],
      ]);
      expect(failed).to.have.deep.property('details', { workerName: 'ner' });
    }
  });

  it('says what was thrown when that is no error', async () => {
    const failed = await errorOf(
      prepare(() => {
        throw 'plain text' as unknown as Error;
      }),
    );
    expect(failed.message).to.equal('ConfigError: plain text');
  });

  it('does not ask resolveConfig about a request that is not valid', async () => {
    let asked = false;
    const failed = await errorOf(prepare(() => (asked = true), { model: 5 }));
    expect([failed.code, asked]).to.deep.equal(['invalid_request', false]);
  });

  it('refuses a request that cannot be stored, with or without a catalogue', async () => {
    expect((await errorOf(prepare(undefined, { model: 'x\0' }))).code).to.equal('invalid_request');
    expect((await errorOf(prepareRun(undefined, 'anybody', ['\ud800']))).code).to.equal('invalid_request');
  });
});
