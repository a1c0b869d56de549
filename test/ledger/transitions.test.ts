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

  it('move as the drawing of docs/run-states.md has it, and in no other way', () => {
    const moves = Object.entries(TRANSITIONS).flatMap(([from, by]) =>
      Object.entries(by).flatMap(([move, to]) => to.map((status) => `${from} ${move} ${status}`)),
    );
    expect(moves).to.have.members([
      ...['QUEUED claim RUNNING', 'QUEUED cancel CANCELLED', 'RUNNING cancel RUNNING'],
      ...['RUNNING report SUCCESS', 'RUNNING report FAILED', 'RUNNING report INTERRUPTED', 'RUNNING report CANCELLED'],
      ...['RUNNING expire INTERRUPTED', 'RUNNING expire CANCELLED'],
    ]);
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
