import { expect } from 'chai';
import type { RunMove, RunState } from '../../chaos/audit/history.ts';
import { at, calmHistory, found, moved, movesOf, queued } from './calm-history.ts';

const failed = { status: 'FAILED', finishedAt: at('00:02:02') } as const;
const byHand = queued('3', null, { trigger: 'API', queuedAt: at('00:02:01') });
const { runMoves: calmMoves } = calmHistory();

/** A chain of two: the run of 00:02 ended badly, and this is its retry. */
function withRetry(more: Partial<RunState>, parentEnd: Partial<RunState> = failed): RunMove[] {
  const parent = queued('2', at('00:02:00'));
  const wait = { queuedAt: at('00:02:03'), notBefore: at('00:03:03') };
  const retry = queued('3', at('00:02:00'), { attempt: 2, retryOf: '2', ...wait, ...more });
  return [...calmMoves.slice(0, 3), ...movesOf(20, parent, parentEnd), ...movesOf(40, retry, {}).slice(0, 1)];
}

describe('the checker of the chaos harness, on runs and chains', () => {
  it('finds nothing in a chain of the right delay', () => {
    expect(found(moved(withRetry({})))).to.deep.equal([]);
  });

  it('finds two active runs of a worker', () => {
    const [made, ...rest] = movesOf(40, byHand, { status: 'SUCCESS' });
    const moves = [...calmMoves.slice(0, 5), made!, calmMoves[5]!, ...rest];
    expect(found(moved(moves))).to.include('one active run: runs 2 and 3 were active together');
  });

  for (const [what, more, end] of [
    ['is attempt 4', { attempt: 4 }, failed],
    ['is attempt 3 after 1', { attempt: 3 }, failed],
    ['waits 40000 ms after attempt 1', { notBefore: at('00:02:43') }, failed],
    ['waits 90000 ms after attempt 1', { notBefore: at('00:03:33') }, failed],
    ['was started before its time', { startedAt: at('00:02:30') }, failed],
    ['is for another occurrence than the run it retries', { scheduledFor: at('00:01:00') }, failed],
    ['retries one that is CANCELLED', {}, { status: 'CANCELLED', cancelRequestedAt: at('00:02:01') }],
    ['retries one that is SUCCESS', {}, { status: 'SUCCESS' }],
    ['is attempt 2 of nothing', { retryOf: '99' }, failed],
  ] as const) {
    it(`finds a retry that ${what}`, () => {
      expect(found(moved(withRetry(more, end)))).to.include(`chains and delays: run 3 ${what}`);
    });
  }

  it('finds a retry of a run that somebody asked for by hand', () => {
    const retry = { ...byHand, id: '4', attempt: 2, retryOf: '3', queuedAt: at('00:02:10'), notBefore: at('00:03:10') };
    const moves = [...calmMoves, ...movesOf(40, byHand, { status: 'FAILED' }), ...movesOf(50, retry, {}).slice(0, 1)];
    expect(found(moved(moves))).to.include('chains and delays: run 4 retries a run of trigger API');
  });

  it('finds a retry that is owed and missing', () => {
    const missing = 'chains and delays: run 2 was owed a retry and has none';
    expect(found(moved(withRetry({}).slice(0, -1)))).to.deep.equal([missing]);
  });

  it('finds an outcome that was written twice', () => {
    const last = calmMoves.at(-1)!;
    const again = { ...last, seq: 60, old: last.now, now: { ...last.now, error: 'E: later' } };
    expect(found({ runMoves: [...calmMoves, again] })).to.deep.equal([
      'outcomes stay: run 2 was over as SUCCESS and was written again (SUCCESS)',
    ]);
  });

  it('finds a run that ended FAILED though it had been cancelled, and a move that there is not', () => {
    const [made, started, ended] = calmMoves.slice(3);
    const cancelled = { ...started!.now, cancelRequestedAt: at('00:02:01') };
    const failing = { ...ended!, old: cancelled, now: { ...cancelled, status: 'FAILED' as const } };
    const said = 'outcomes stay: run 2 ended FAILED though its cancel had been requested';
    expect(found(moved([...calmMoves.slice(0, 5), failing]))).to.include(said);
    const leap = { ...ended!, old: made!.now };
    expect(found(moved([...calmMoves.slice(0, 4), leap]))).to.include(
      'outcomes stay: run 2 went from QUEUED to SUCCESS',
    );
  });
});
