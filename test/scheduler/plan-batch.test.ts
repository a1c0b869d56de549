import { expect } from 'chai';
import { NO_HOST_COLUMNS } from '../../lib/database/host-columns.ts';
import { planBatch } from '../../lib/scheduler/plan-batch.ts';
import type { Resolution } from '../../lib/scheduler/resolution.ts';
import type { DueSchedule } from '../../lib/schedules/read-due.ts';

const NOW = new Date('2026-03-01T13:00:30Z');
const hostColumns = { columns: ['engine_name'], json: '{"engine_name":"e"}' };
const ready: Resolution = { kind: 'ready', configJson: '{"a":1}', hostColumns };

function due(changes: Partial<DueSchedule> = {}): DueSchedule {
  const request = { folder: '/a' };
  const nextRunAtText = '2026-03-01T13:00:00.000000Z';
  return { workerName: 'ner', cron: '0 * * * *', timezone: 'UTC', request, nextRunAtText, version: 1, ...changes };
}

const plan = (changes: Partial<DueSchedule> = {}, resolution: Resolution = ready) =>
  planBatch([{ target: due(changes), resolution }], NOW)[0];

describe('the plan of a batch', () => {
  it('enqueues next_run_at itself when no other has come since, and moves on to the next occurrence', () => {
    expect(plan()).to.deep.equal({
      ...{ workerName: 'ner', scheduledAt: null, nextRunAt: new Date('2026-03-01T14:00:00Z'), fault: null },
      ...{ version: 1, dueAt: new Date('2026-03-01T13:00:00Z'), dueAtText: '2026-03-01T13:00:00.000000Z' },
      ...{ verdict: 'enqueue', detail: null, configJson: '{"a":1}', hostColumns },
    });
  });

  it('takes the newest of several missed occurrences', () => {
    const missed = plan({ nextRunAtText: '2026-02-27T09:00:00.000000Z' });
    expect(missed).to.deep.include({ scheduledAt: new Date('2026-03-01T13:00:00Z'), verdict: 'enqueue' });
    expect(missed!.nextRunAt).to.deep.equal(new Date('2026-03-01T14:00:00Z'));
  });

  for (const reason of ['unknown_worker', 'invalid_request'] as const) {
    it(`fails an occurrence whose request is refused: ${reason}`, () => {
      const refused = plan({}, { kind: 'invalid', reason, detail: 'why', hostColumns });
      expect(refused).to.deep.include({ verdict: reason, detail: 'why', configJson: null, hostColumns, fault: null });
      expect(refused!.nextRunAt).to.deep.equal(new Date('2026-03-01T14:00:00Z'));
    });
  }

  it('fails an occurrence whose configuration cannot be had', () => {
    const failed = plan({}, { kind: 'config_failed', detail: 'ConfigError: no', hostColumns: NO_HOST_COLUMNS });
    expect(failed).to.deep.include({ verdict: 'config_failed', detail: 'ConfigError: no', configJson: null });
    expect(failed!.hostColumns).to.deep.equal(NO_HOST_COLUMNS);
  });

  it('fails a schedule whose expression is no longer understood, whatever its request, and lets it sleep', () => {
    for (const changes of [{ cron: 'every day' }, { timezone: 'Mars/Olympus' }]) {
      const faulty = plan(changes);
      expect(faulty).to.deep.include({
        verdict: 'invalid_schedule',
        configJson: null,
        scheduledAt: null,
        nextRunAt: null,
      });
      expect(faulty!.detail).to.be.a('string').and.not.equal('');
      expect(faulty!.fault).to.equal(faulty!.detail);
      expect(faulty!.hostColumns).to.deep.equal(hostColumns);
    }
  });

  it('keeps apart schedules that differ in expression, zone or stored instant', () => {
    const rows = [
      due(),
      due({ workerName: 'same' }),
      due({ workerName: 'cron', cron: '30 * * * *' }),
      due({ workerName: 'zone', cron: '0 12 * * *', timezone: 'Asia/Kolkata' }),
      due({ workerName: 'other-zone', cron: '0 12 * * *', timezone: 'America/Sao_Paulo' }),
      due({ workerName: 'late', nextRunAtText: '2026-03-01T10:00:00.000000Z' }),
    ];
    const planned = planBatch(
      rows.map((target) => ({ target, resolution: ready })),
      NOW,
    );
    expect(
      planned.map(({ workerName, scheduledAt, nextRunAt }) => [
        workerName,
        scheduledAt?.toISOString(),
        nextRunAt?.toISOString(),
      ]),
    ).to.deep.equal([
      ['ner', undefined, '2026-03-01T14:00:00.000Z'],
      ['same', undefined, '2026-03-01T14:00:00.000Z'],
      ['cron', undefined, '2026-03-01T13:30:00.000Z'],
      ['zone', undefined, '2026-03-02T06:30:00.000Z'],
      ['other-zone', undefined, '2026-03-01T15:00:00.000Z'],
      ['late', '2026-03-01T13:00:00.000Z', '2026-03-01T14:00:00.000Z'],
    ]);
  });
});
