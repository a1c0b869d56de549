import { expect } from 'chai';
import type { WorkerSchedulesError } from '../../lib/errors.ts';
import { parseRunnerOptions, type RunnerOptions } from '../../lib/runner/runner-options.ts';
import { catalogue, HeldAdapter } from './runner-fixture.ts';

describe('the options of a runner', () => {
  const workers = { walk: new HeldAdapter() };
  const parse = (options: object) => parseRunnerOptions(options as RunnerOptions);
  const faultsOf = (options: object): string[] => {
    try {
      parse(options);
    } catch (error) {
      expect((error as WorkerSchedulesError).code).to.equal('invalid_options');
      return (error as WorkerSchedulesError).fields.map((field) => field.path);
    }
    return [];
  };

  it('have their documented defaults and are frozen', () => {
    const settings = parse({ catalogue, workers });
    expect(settings).to.include({ concurrency: 1, leaseSeconds: 30, pollSeconds: 1, graceSeconds: 10, listen: true });
    expect(settings.runnerId).to.match(/^.+:\d+:[0-9a-f]{8}$/);
    expect([...settings.adapters.keys()]).to.deep.equal(['walk']);
    expect(Object.isFrozen(settings)).to.equal(true);
  });

  it('take undefined for "not given"', () => {
    const options = { catalogue, workers, leaseSeconds: undefined, runnerId: undefined, listen: undefined };
    expect(faultsOf(options)).to.deep.equal([]);
  });

  it('give two runners of one process different names', () => {
    expect(parse({ catalogue, workers }).runnerId).not.to.equal(parse({ catalogue, workers }).runnerId);
  });

  it('are refused by name when they are unknown', () => {
    expect(faultsOf({ catalogue, workers, leaseSecond: 5, pollInterval: 1 })).to.deep.equal([
      'leaseSecond',
      'pollInterval',
    ]);
  });

  it('are refused all at once', () => {
    const options = {
      workers,
      concurrency: 0,
      leaseSeconds: 'x',
      graceSeconds: -1,
      listen: 1,
      logger: {},
      runnerId: '',
    };
    const all = ['catalogue', 'concurrency', 'leaseSeconds', 'graceSeconds', 'runnerId', 'listen', 'logger'];
    expect(faultsOf(options)).to.have.members(all);
  });

  it('refuse adapters of workers that the catalogue does not name', () => {
    expect(faultsOf({ catalogue, workers: { ...workers, toString: workers.walk } })).to.deep.equal([
      'workers.toString',
    ]);
  });

  it('refuse adapters that cannot run, and none at all', () => {
    expect(faultsOf({ catalogue, workers: { walk: {} } })).to.deep.equal(['workers.walk']);
    expect(faultsOf({ catalogue, workers: {} })).to.deep.equal(['workers']);
    expect(faultsOf({})).to.deep.equal(['catalogue']);
    expect(faultsOf(undefined as unknown as object)).to.deep.equal(['catalogue']);
  });

  for (const [name, good, bad] of [
    ['concurrency', [1, 100], [0, 101, 1.5, NaN, '1']],
    ['leaseSeconds', [1, 2_592_000], [0.9, 2_592_001, Infinity, null]],
    ['pollSeconds', [0.1, 60], [0, 61]],
    ['graceSeconds', [0, 3600], [-1, 3601]],
  ] as const) {
    it(`keep ${name} within its range`, () => {
      for (const value of good) expect(faultsOf({ catalogue, workers, [name]: value })).to.deep.equal([]);
      for (const value of bad) expect(faultsOf({ catalogue, workers, [name]: value })).to.deep.equal([name]);
    });
  }

  it('refuse names that PostgreSQL cannot hold', () => {
    expect(faultsOf({ catalogue, workers, names: { schema: 'x'.repeat(64) } })).to.deep.equal(['names.schema']);
  });
});
