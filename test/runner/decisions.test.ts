import { expect } from 'chai';
import { backOffMs } from '../../lib/runner/back-off.ts';
import { decideOutcome } from '../../lib/runner/decide-outcome.ts';
import { occurrenceId } from '../../lib/runner/occurrence-id.ts';
import { RunAbortedError } from '../../lib/runner/run-aborted-error.ts';
import { heartbeatMs } from '../../lib/runner/heartbeat.ts';

describe('what a runner reports', () => {
  const stopping = new RunAbortedError('runner_stopping', '5');
  const threw = (error: unknown) => ({ kind: 'threw', error }) as const;

  it('is SUCCESS for work that returned, whatever its signal said', () => {
    for (const reason of [undefined, stopping]) {
      expect(decideOutcome({ kind: 'returned' }, reason)).to.deep.equal({ outcome: 'SUCCESS', error: null });
    }
  });

  it('is FAILED with class and message for work that threw', () => {
    expect(decideOutcome(threw(new TypeError('x')), undefined)).to.deep.equal({
      outcome: 'FAILED',
      error: 'TypeError: x',
    });
  });

  it('is INTERRUPTED with the reason for work that threw the reason of its signal', () => {
    const { outcome, error } = decideOutcome(threw(stopping), stopping);
    expect(outcome).to.equal('INTERRUPTED');
    expect(error).to.match(/^RunAbortedError: Run 5 did not end within the grace period/);
  });

  it('is INTERRUPTED with the reason where a library threw an AbortError of its own', () => {
    const { error } = decideOutcome(threw(new DOMException('This operation was aborted', 'AbortError')), stopping);
    expect(error).to.match(/^RunAbortedError/);
  });

  it('is INTERRUPTED with what was thrown for work that failed on its way out', () => {
    const ended = decideOutcome(threw(new RangeError('half')), stopping);
    expect(ended).to.deep.equal({ outcome: 'INTERRUPTED', error: 'RangeError: half' });
  });

  it('is INTERRUPTED for work that was left behind', () => {
    expect(decideOutcome({ kind: 'abandoned' }, stopping).outcome).to.equal('INTERRUPTED');
  });
});

describe('the key of an occurrence', () => {
  const scheduledFor = new Date('2026-03-01T10:00:00Z');

  it('is the same for all attempts of one occurrence', () => {
    const ids = ['5', '9'].map((id) => occurrenceId({ id, workerName: 'ner', scheduledFor }));
    expect(ids).to.deep.equal(['ner@2026-03-01T10:00:00.000Z', 'ner@2026-03-01T10:00:00.000Z']);
  });

  it('is the run’s own when the run was asked for by hand', () => {
    expect(occurrenceId({ id: '5', workerName: 'ner', scheduledFor: null })).to.equal('ner#5');
  });
});

describe('the back-off of a runner', () => {
  it('doubles from a quarter of a second to five seconds, of which it takes half to all', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map((n) => backOffMs(n, 1))).to.deep.equal([250, 500, 1000, 2000, 4000, 5000, 5000]);
    expect(backOffMs(6, 0)).to.equal(2500);
  });
});

describe('the heartbeat', () => {
  it('comes at a third of the lease, and at least every ten seconds', () => {
    expect([1, 3, 30, 90, 2_592_000].map(heartbeatMs).map(Math.round)).to.deep.equal([
      333, 1000, 10_000, 10_000, 10_000,
    ]);
  });
});
