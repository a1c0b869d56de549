import { expect } from 'chai';
import type { Edit, ScheduleVersion } from '../../chaos/audit/history.ts';
import type { LogLine } from '../../chaos/crew/event-log.ts';
import { at, calmHistory, entry, fire, found, moved, movesOf, queued, row } from './calm-history.ts';

function line(event: string, more: object = {}): LogLine {
  return { at: 1, member: 'scheduler-1', pid: 1, event, ...more };
}

function ticks(...times: readonly string[]): LogLine[] {
  return times.map((time) => line('tick', { now: new Date(at(time)).toISOString() }));
}

const { runMoves: calmMoves } = calmHistory();

describe('the checker of the chaos harness', () => {
  it('finds nothing in a calm history', () => {
    expect(found({})).to.deep.equal([]);
  });

  it('finds an occurrence that nobody decided, unless a later one stands for it', () => {
    const [, second] = calmHistory().fires;
    const runs = moved(calmMoves.slice(3));
    const lost = 'every occurrence once: 2026-03-01T00:01:00.000Z was never decided';
    expect(found({ ...runs, fires: [second!] })).to.deep.equal([lost]);
    expect(found({ ...runs, fires: [{ ...second!, coalescedFrom: at('00:01:00') }] })).to.deep.equal([]);
  });

  it('finds an occurrence that was decided and coalesced as well', () => {
    const [first, second] = calmHistory().fires;
    const doubled = 'every occurrence once: 2026-03-01T00:01:00.000Z was decided 2 times';
    expect(found({ fires: [first!, { ...second!, coalescedFrom: at('00:01:00') }] })).to.deep.equal([doubled]);
  });

  it('finds a decision about what no schedule names', () => {
    const odd = fire(50, at('00:01:30'), { outcome: 'skipped', reason: 'slot_busy', runId: '1' });
    expect(found({ fires: [...calmHistory().fires, odd] })).to.deep.equal([
      'every occurrence once: 2026-03-01T00:01:30.000Z is no occurrence',
    ]);
  });

  it('owes nothing to a paused schedule, and lets an edit in the moment of an occurrence decide either way', () => {
    const { schedules, fires } = calmHistory();
    const paused: ScheduleVersion = {
      ...entry(19, at('00:02:00.010'), { begun: at('00:01:59.990'), app: 'api', leads: false }),
      row: { ...row, enabled: false, nextRunAt: null, version: 2 },
    };
    const change = { ...moved(calmMoves.slice(0, 3)), schedules: [...schedules.slice(0, 2), paused] };
    expect(found({ ...change, fires: fires.slice(0, 1) })).to.deep.equal([]);
    const taken = fire(20, at('00:02:00'), { outcome: 'skipped', reason: 'paused' });
    expect(found({ ...change, fires: [fires[0]!, taken] })).to.deep.equal([]);
  });

  it('finds an occurrence that was enqueued twice', () => {
    const again = queued('3', at('00:02:00'), { queuedAt: at('00:02:10') });
    expect(found(moved([...calmMoves, ...movesOf(40, again, { status: 'SUCCESS' })]))).to.deep.equal([
      'every occurrence once: 2026-03-01T00:02:00.000Z was enqueued 2 times',
      'every occurrence once: run 3 for 2026-03-01T00:02:00.000Z has no fire of its own',
    ]);
  });

  it('finds a run that stays RUNNING while ticks go by, and gives whoever holds the row his time', () => {
    const runs = moved(calmMoves.slice(0, 5));
    const staying = (log: LogLine[]): string[] =>
      found({ ...runs, log, until: at('00:03:30') }).filter((text) => text.startsWith('nothing runs'));
    expect(staying(ticks('00:02:57', '00:02:58', '00:02:59', '00:03:00', '00:03:01'))).to.have.length(1);
    expect(staying(ticks('00:02:33', '00:02:35', '00:02:37', '00:02:39', '00:02:41'))).to.deep.equal([]);
  });

  it('finds every kind of write of the leader that was made without the lock', () => {
    const calm = calmHistory();
    const unlocked = <T extends object>(entries: readonly T[]): T[] => entries.map((one) => ({ ...one, leads: false }));
    for (const change of [
      { stateWrites: unlocked(calm.stateWrites) },
      { fires: unlocked(calm.fires) },
      { schedules: unlocked(calm.schedules) },
      { runMoves: unlocked(calm.runMoves) },
    ]) {
      const rules = found(change);
      expect(rules).not.to.have.length(0);
      expect(rules.every((text) => text.startsWith('writes hold the lock'))).to.equal(true, rules.join('\n'));
    }
  });

  it('finds a column of the operators that the scheduler wrote', () => {
    const [first, second, third] = calmHistory().schedules;
    const changed = { ...third!, row: { ...third!.row, request: { tag: 'other' } } };
    expect(found({ schedules: [first!, second!, changed] })).to.include(
      'agenda as the calendar: request was changed without an edit (2026-03-01T00:02:00.005Z)',
    );
  });

  it('finds an edit that was acknowledged and lost, and lets one of unknown fate be there or not', () => {
    const edit: Edit = { workerName: 'w', tag: 'second', kind: 'patch', answer: 'done', wanted: { enabled: true } };
    const lost = 'edits are kept: the last acknowledged edit is second, but the row says first';
    const known = { ...edit, tag: 'first' };
    expect(found({ edits: [edit] })).to.deep.equal(['edits are kept: second was acknowledged and never written', lost]);
    expect(found({ edits: [{ ...edit, answer: 'unknown' }] })).to.deep.equal([]);
    expect(found({ edits: [known] })).to.deep.equal([]);
    expect(found({ edits: [{ ...known, answer: 'refused' }] })).to.deep.equal([
      'edits are kept: first was refused and written',
    ]);
    expect(found({ edits: [{ ...known, wanted: { cron: '0 0 * * *' } }] })).to.deep.equal([
      'edits are kept: first was written otherwise than it was asked for',
    ]);
    expect(found({ edits: [{ ...edit, kind: 'delete' }] })).to.deep.equal([lost]);
  });

  it('finds a host’s transaction that was killed, and none that a fault ended', () => {
    const ended = (code: string): LogLine => line('transaction', { workerName: 'w', end: 'failed', edits: [], code });
    expect(found({ log: [ended('57P01'), ended('ECONNRESET')] })).to.deep.equal([]);
    for (const code of ['40P01', '57014']) expect(found({ log: [ended(code)] })[0]).to.include(`failed with ${code}`);
  });

  it('finds a process that ended by itself or left something unhandled', () => {
    for (const event of ['unhandled', 'ended by itself', 'did not stop']) {
      expect(found({ log: [line(event)] })[0]).to.match(/^processes live/);
    }
  });

  it('finds an event about what was not committed', () => {
    const told = (runId: string): LogLine =>
      line('enqueued', { workerName: 'w', scheduledAt: '2026-03-01T00:01:00.000Z', runId });
    expect(found({ log: [told('1'), line('succeeded', { runId: '1' })] })).to.deep.equal([]);
    expect(found({ log: [told('7')] })[0]).to.match(/^events are true: told run 7/);
    expect(found({ log: [line('failed', { runId: '1' })] })[0]).to.match(/^events are true: told that run 1 ended/);
    expect(found({ log: [{ ...told('7'), at: 2000 }] })).to.deep.equal([]);
  });

  it('finds a time in which nobody ticked, without what of it the server was away', () => {
    const log = ticks('00:00:31', '00:02:30');
    expect(found({ log })[0]).to.match(/^somebody ticks: nobody ticked for 119000 ms/);
    const away = { name: 'PostgreSQL killed', victim: 'server', struckLeader: true, at: 1, until: 2 } as const;
    expect(found({ log, faults: [{ ...away, began: at('00:00:40'), ended: at('00:02:00') }] })).to.deep.equal([]);
  });
});
