import { expect } from 'chai';
import { planEdit, type WantedSchedule } from '../../lib/schedules/plan-edit.ts';
import type { Schedule } from '../../lib/schedules/schedule.ts';

const now = new Date('2026-03-01T10:30:00Z');
const idle = { now, due: false };
const late = { now, due: true };

const stored: Schedule = {
  ...{
    workerName: 'ner',
    kind: 'cron',
    enabled: true,
    cron: '0 * * * *',
    timezone: 'UTC',
    request: { model: 'small' },
  },
  ...{
    nextRunAt: new Date('2026-03-01T11:00:00Z'),
    lastEnqueuedAt: null,
    lastSkippedAt: null,
    fault: null,
    version: 1,
  },
  ...{ switchedAt: now, switchedBy: null, switchedByUserId: null, updatedBy: null, updatedByUserId: null },
  ...{ createdAt: now, updatedAt: now },
};
const paused: Schedule = { ...stored, enabled: false, nextRunAt: null };
const faulty: Schedule = { ...stored, nextRunAt: null, fault: 'The zone is not known any more.' };
const overdue: Schedule = { ...stored, nextRunAt: new Date('2026-03-01T10:00:00Z') };

function wanted(changes: Partial<WantedSchedule> = {}): WantedSchedule {
  const { cron, timezone, enabled, request } = stored;
  return { cron, timezone, enabled, request, ...changes };
}

/** Every combination of the four members, each kept or changed. */
const combinations = Array.from({ length: 16 }, (_, bits) => ({
  cron: (bits & 1) !== 0,
  timezone: (bits & 2) !== 0,
  request: (bits & 4) !== 0,
  enabled: (bits & 8) !== 0,
}));

function changesOf(combination: (typeof combinations)[number], enabled: boolean): Partial<WantedSchedule> {
  return {
    ...(combination.cron ? { cron: '15 * * * *' } : {}),
    ...(combination.timezone ? { timezone: 'Asia/Kathmandu' } : {}),
    ...(combination.request ? { request: { model: 'large' } } : {}),
    enabled: combination.enabled ? !enabled : enabled,
  };
}

function nameOf(combination: (typeof combinations)[number]): string {
  const changed = Object.entries(combination).filter(([, is]) => is);
  return changed.length === 0 ? 'nothing' : changed.map(([member]) => member).join(', ');
}

/** Next quarter past or full hour after 10:30Z, in UTC or in Kathmandu (five hours and three quarters ahead). */
function expectedNext(combination: (typeof combinations)[number]): string {
  const minute = combination.timezone ? (combination.cron ? '10:30' : '11:15') : combination.cron ? '11:15' : '11:00';
  return `2026-03-01T${minute === '10:30' ? '11:30' : minute}:00.000Z`;
}

describe('planEdit', () => {
  for (const combination of combinations) {
    it(`of an enabled schedule that changes ${nameOf(combination)} moves the next run only for cron and zone`, () => {
      const plan = planEdit(stored, wanted(changesOf(combination, true)), idle);
      const next = plan.nextRunAt instanceof Date ? plan.nextRunAt.toISOString() : plan.nextRunAt;
      const rhythm = combination.cron || combination.timezone;
      expect(next).to.equal(combination.enabled ? null : rhythm ? expectedNext(combination) : 'keep');
      expect(plan.changed).to.equal(Object.values(combination).includes(true));
      expect([plan.switched, plan.taken]).to.deep.equal([combination.enabled, null]);
    });

    it(`of a paused schedule that changes ${nameOf(combination)} has a next run only when it is switched on`, () => {
      const plan = planEdit(paused, wanted(changesOf(combination, false)), idle);
      const next = plan.nextRunAt instanceof Date ? plan.nextRunAt.toISOString() : plan.nextRunAt;
      expect(next).to.equal(combination.enabled ? expectedNext(combination) : null);
      expect(plan.changed).to.equal(Object.values(combination).includes(true));
      expect([plan.switched, plan.taken]).to.deep.equal([combination.enabled, null]);
    });

    it(`of a due schedule that changes ${nameOf(combination)} takes the occurrence unless the rhythm stays`, () => {
      const { taken } = planEdit(overdue, wanted(changesOf(combination, true)), late);
      const reason = combination.enabled ? 'paused' : combination.cron || combination.timezone ? 'edited' : null;
      expect(taken).to.deep.equal(reason === null ? null : { scheduledAt: null, reason });
    });
  }

  it('repairs a faulty schedule although nothing else changes', () => {
    const plan = planEdit(faulty, wanted(), idle);
    expect(plan).to.deep.equal({
      ...{ changed: true, switched: false, taken: null },
      nextRunAt: new Date('2026-03-01T11:00:00Z'),
    });
  });

  it('leaves a faulty schedule without a next run when it is paused', () => {
    const plan = planEdit(faulty, wanted({ enabled: false }), idle);
    expect(plan).to.deep.equal({ changed: true, switched: true, taken: null, nextRunAt: null });
  });

  it('refuses to go on with an expression that is no longer understood', () => {
    expect(() => planEdit({ ...faulty, cron: 'every day' }, wanted({ cron: 'every day' }), idle))
      .to.throw()
      .with.property('code', 'invalid_cron');
  });

  it('takes away the newest of several missed occurrences', () => {
    const since = { ...stored, nextRunAt: new Date('2026-02-20T08:00:00Z') };
    const { taken } = planEdit(since, wanted({ enabled: false }), late);
    expect(taken).to.deep.equal({ scheduledAt: new Date('2026-03-01T10:00:00Z'), reason: 'paused' });
  });

  it('takes away the stored instant when the old expression is no longer understood', () => {
    const broken = { ...overdue, cron: 'every day' };
    const { taken } = planEdit(broken, wanted({ cron: '15 * * * *' }), late);
    expect(taken).to.deep.equal({ scheduledAt: null, reason: 'edited' });
  });

  it('never gives a next run that is not after now', () => {
    const sharp = { now: new Date('2026-03-01T11:00:00Z'), due: false };
    expect(planEdit(paused, wanted(), sharp).nextRunAt).to.deep.equal(new Date('2026-03-01T12:00:00Z'));
  });
});

describe('planEdit on requests', () => {
  const same = (a: unknown, b: unknown): boolean =>
    !planEdit({ ...stored, request: a }, wanted({ request: b }), idle).changed;

  for (const [a, b] of [
    [
      { a: 1, b: { c: 2, d: 3 } },
      { b: { d: 3, c: 2 }, a: 1 },
    ],
    [[{ a: 1, b: 2 }], [{ b: 2, a: 1 }]],
    [JSON.parse('{"__proto__": {"x": 1, "y": 2}, "a": 1}'), JSON.parse('{"a": 1, "__proto__": {"y": 2, "x": 1}}')],
    [{ at: '2026-03-01T00:00:00.000Z' }, { at: new Date('2026-03-01T00:00:00Z') }],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ n: 0 }, { n: -0 }],
  ] as const) {
    it(`sees no change from ${JSON.stringify(a)} to ${JSON.stringify(b)}`, () => {
      expect(same(a, b)).to.equal(true);
    });
  }

  for (const [a, b] of [
    [{ a: 1 }, { a: '1' }],
    [{ a: null }, {}],
    [
      [1, 2],
      [2, 1],
    ],
    [{}, []],
    [{ 0: 'x' }, ['x']],
    [null, {}],
    [JSON.parse('{"__proto__": {"x": 1}}'), {}],
    ['', null],
  ] as const) {
    it(`sees a change from ${JSON.stringify(a)} to ${JSON.stringify(b)}`, () => {
      expect(same(a, b)).to.equal(false);
    });
  }
});
