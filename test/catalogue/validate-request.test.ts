import { expect } from 'chai';
import * as v from 'valibot';
import { z } from 'zod';
import { defineCatalogue } from '../../lib/catalogue/define-catalogue.ts';
import { validateRequest } from '../../lib/catalogue/validate-request.ts';
import type { WorkerSchedulesError } from '../../lib/errors.ts';
import { handMade } from './schemas.ts';

const catalogue = defineCatalogue({
  zod: {
    label: 'Zod',
    request: z.strictObject({
      model: z.string().trim(),
      pages: z.array(z.object({ n: z.number() })).default([]),
      'a.b': z.int().optional(),
    }),
  },
  valibot: {
    label: 'Valibot',
    request: v.object({ model: v.string(), pages: v.optional(v.array(v.object({ n: v.number() })), []) }),
  },
  hand: { label: 'By hand', request: handMade },
  async: { label: 'Later', request: z.string().refine((text) => Promise.resolve(text === 'yes'), 'must be yes') },
  throwing: {
    label: 'Throws',
    request: z.string().transform((text): unknown => JSON.parse(text)),
  },
});

async function refusal(workerName: string, request: unknown): Promise<WorkerSchedulesError> {
  try {
    await validateRequest(catalogue, workerName, request);
  } catch (error) {
    return error as WorkerSchedulesError;
  }
  throw new Error('It was not refused.');
}

async function faultsOf(workerName: string, request: unknown): Promise<string[]> {
  const error = await refusal(workerName, request);
  expect(error.code).to.equal('invalid_request');
  for (const { path, message } of error.fields) expect(error.message).to.include(path).and.to.include(message);
  return error.fields.map(({ path }) => path);
}

describe('validateRequest', () => {
  it('answers with what the schema makes of the request, and leaves the request alone', async () => {
    const request = { model: ' small ' };
    expect(await validateRequest(catalogue, 'zod', request)).to.deep.equal({ model: 'small', pages: [] });
    expect(await validateRequest(catalogue, 'valibot', request)).to.deep.equal({ model: ' small ', pages: [] });
    expect(await validateRequest(catalogue, 'hand', { count: '12' })).to.deep.equal({ count: 12 });
    expect(await validateRequest(catalogue, 'async', 'yes')).to.equal('yes');
    expect(request).to.deep.equal({ model: ' small ' });
  });

  it('names the path of every fault that zod finds', async () => {
    const request = { model: 5, pages: [{ n: 1 }, { n: 'x' }], 'a.b': 1.5, other: true };
    expect(await faultsOf('zod', request)).to.have.members([
      ...['request.model', 'request.pages.1.n', 'request.a.b', 'request'],
    ]);
  });

  it('names the path of every fault that valibot finds', async () => {
    expect(await faultsOf('valibot', { pages: [{ n: 1 }, {}] })).to.deep.equal(['request.model', 'request.pages.1.n']);
  });

  it('names the path of every fault that a schema made by hand finds', async () => {
    expect(await faultsOf('hand', {})).to.deep.equal(['request.list.0.count', 'request', 'request.Symbol(s)']);
  });

  it('waits for a schema that answers later', async () => {
    expect(await faultsOf('async', 'no')).to.deep.equal(['request']);
  });

  it('passes on what a schema throws', async () => {
    expect(await refusal('throwing', '{')).to.be.instanceOf(SyntaxError);
  });

  it('looks for what cannot be stored before it asks the schema', async () => {
    expect(await faultsOf('zod', { model: 'a\0b', pages: 'none' })).to.deep.equal(['request.model']);
  });

  it('knows no worker that the catalogue does not name', async () => {
    expect((await refusal('nobody', {})).code).to.equal('unknown_worker');
  });

  it('looks only for what cannot be stored when there is no catalogue', async () => {
    const request = { anything: [1, 2] };
    expect(await validateRequest(undefined, 'anybody', request)).to.equal(request);
    const refused = await validateRequest(undefined, 'anybody', ['a\0b']).catch((error: unknown) => error);
    expect(refused).to.have.property('code', 'invalid_request');
  });
});
