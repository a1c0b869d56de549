import { expect } from 'chai';
import { holdsSlot, type Outcome, RUN_STATUSES, settledStatus, TRANSITIONS } from '../../lib/ledger/transitions.ts';

describe('the states of a run', () => {
  it('hold the slot while the run waits or runs, and in no other state', () => {
    expect(RUN_STATUSES.filter(holdsSlot)).to.deep.equal(['QUEUED', 'RUNNING']);
  });

  it('are final exactly when they do not hold the slot', () => {
    const final = RUN_STATUSES.filter((status) => Object.keys(TRANSITIONS[status]).length === 0);
    expect(final).to.deep.equal(RUN_STATUSES.filter((status) => !holdsSlot(status)));
  });

  const settled: readonly (readonly [Outcome, boolean, string])[] = [
    ['SUCCESS', false, 'SUCCESS'],
    ['FAILED', false, 'FAILED'],
    ['INTERRUPTED', false, 'INTERRUPTED'],
    ['SUCCESS', true, 'SUCCESS'],
    ['FAILED', true, 'CANCELLED'],
    ['INTERRUPTED', true, 'CANCELLED'],
  ];
  for (const [outcome, cancelRequested, status] of settled) {
    it(`make ${status} of ${outcome} ${cancelRequested ? 'after a cancel' : 'without a cancel'}`, () => {
      expect(settledStatus(outcome, cancelRequested)).to.equal(status);
      expect(TRANSITIONS.RUNNING.report).to.include(status);
    });
  }
});
