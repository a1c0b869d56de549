import { expect } from 'chai';
import * as v from 'valibot';
import { z } from 'zod';
import { defineCatalogue, findWorker, requireWorker } from '../../lib/catalogue/define-catalogue.ts';
import { workerNameFault } from '../../lib/catalogue/worker-name.ts';
import { WorkerSchedulesError } from '../../lib/errors.ts';
import { handMade } from './schemas.ts';

function refusal(workers: unknown): WorkerSchedulesError {
  try {
    defineCatalogue(workers as Parameters<typeof defineCatalogue>[0]);
  } catch (error) {
    expect(error).to.have.property('code', 'invalid_catalogue');
    return error as WorkerSchedulesError;
  }
  throw new Error('It was not refused.');
}

const valid = { label: 'Named entities', request: z.object({}) };

describe('defineCatalogue', () => {
  it('takes schemas of zod, of valibot and made by hand', () => {
    const catalogue = defineCatalogue({
      zod: { label: 'Zod', request: z.object({}) },
      valibot: { label: 'Valibot', request: v.object({}) },
      callable: { label: 'A function', request: Object.assign(() => undefined, handMade) },
      hand: { label: 'By hand', request: handMade },
    });
    expect(Object.keys(catalogue.workers)).to.deep.equal(['zod', 'valibot', 'callable', 'hand']);
  });

  it('takes an empty catalogue', () => {
    expect(defineCatalogue({}).workers).to.deep.equal({});
  });

  it('does not follow what is added to its argument later', () => {
    const workers: Record<string, typeof valid> = { ner: valid };
    const catalogue = defineCatalogue(workers);
    workers['late'] = valid;
    expect(findWorker(catalogue, 'late')).to.equal(undefined);
    expect(Object.isFrozen(catalogue) && Object.isFrozen(catalogue.workers)).to.equal(true);
  });

  for (const [what, worker] of [
    ['no definition', undefined],
    ['a definition that is null', null],
    ['no label', { request: z.object({}) }],
    ['an empty label', { ...valid, label: '' }],
    ['a label that is no text', { ...valid, label: 5 }],
    ['no schema', { label: 'x' }],
    ['a schema of another kind', { ...valid, request: { type: 'object' } }],
    [
      'a schema of another version',
      { ...valid, request: { '~standard': { version: 2, validate: () => ({ value: 1 }) } } },
    ],
    ['a schema that cannot validate', { ...valid, request: { '~standard': { version: 1 } } }],
    ['a JSON Schema that is no object', { ...valid, requestJsonSchema: 'object' }],
    ['a resolveConfig that is no function', { ...valid, resolveConfig: {} }],
    ['a countUnits that is no function', { ...valid, countUnits: 5 }],
  ] as const) {
    it(`refuses ${what}, naming the worker`, () => {
      expect(refusal({ good: valid, bad: worker }).message)
        .to.include('"bad"')
        .and.not.include('"good"');
    });
  }

  for (const workers of [undefined, null, 'ner', 5, [valid]]) {
    it(`refuses ${JSON.stringify({ workers })} for a catalogue`, () => {
      expect(refusal(workers).message).to.match(/catalogue/i);
    });
  }

  it('names every fault of every worker at once', () => {
    const refused = refusal({ 'a/b': { label: '', request: {} }, ner: { ...valid, label: '' }, ocr: valid });
    expect(refused.fields).to.have.length(4);
    for (const part of ['"a/b": its name', '"a/b": label', '"a/b": request', '"ner": label']) {
      expect(refused.message).to.include(part);
    }
  });
});

describe('a worker of a catalogue', () => {
  const catalogue = defineCatalogue({ ner: valid, constructor: { ...valid, label: 'By that name' } });

  it('is found by its name and by nothing else', () => {
    expect(requireWorker(catalogue, 'ner').label).to.equal('Named entities');
    expect(requireWorker(catalogue, 'constructor').label).to.equal('By that name');
    for (const name of ['NER', 'toString', '__proto__', 'hasOwnProperty', '']) {
      expect(findWorker(catalogue, name)).to.equal(undefined);
    }
  });

  it('that is missing is a typed error which names the field', () => {
    expect(() => requireWorker(catalogue, 'toString'))
      .to.throw(WorkerSchedulesError, '"toString"')
      .with.nested.property('fields[0].path', 'worker_name');
  });
});

describe("a worker's name", () => {
  for (const name of [
    'ner',
    'NER 2',
    'a.b',
    '...',
    '--',
    'ärger',
    '夜',
    "o'brien",
    'x'.repeat(255),
    '🙂'.repeat(255),
  ]) {
    it(`may be ${JSON.stringify(name.slice(0, 10))}`, () => {
      expect(workerNameFault(name)).to.equal(undefined);
      expect(defineCatalogue({ [name]: valid }).workers).to.have.property(name);
    });
  }

  for (const name of ['', '-', '.', '..', 'a/b', '/', 'a\0b', '\ud83d', 'x\udc00', 'x'.repeat(256), '🙂'.repeat(256)]) {
    it(`may not be ${JSON.stringify(name.slice(0, 10))}`, () => {
      expect(workerNameFault(name)).to.be.a('string');
      expect(refusal({ [name]: valid }).message).to.include('its name');
    });
  }
});
