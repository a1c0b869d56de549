import { expect } from 'chai';
import { writeLeaderReport } from '../../lib/schedules/scheduler-state.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { setClock } from '../support/fake-clock.ts';
import { NINE_IN_BERLIN, onEveryHost, problemOf } from './fixture.ts';

onEveryHost('The preview', (fixture) => {
  const preview = async (send: object, token = 'viewer') => await fixture.call('POST', '/-/preview', { send, token });

  it('says what an expression means and when it fires, with notes at clock changes', async () => {
    const after = '2026-03-07T12:00:00Z';
    const { status, body } = await preview({ cron: '30 2 * * *', timezone: 'america/new_york', after, count: 2 });
    expect(status).to.equal(200);
    expect(body).to.include({ timezone: 'America/New_York', description: 'At 02:30, every day' });
    const [gap, next] = (body as { occurrences: Record<string, unknown>[] }).occurrences;
    expect(gap).to.include({ at: '2026-03-08T07:00:00.000Z', local: '2026-03-08T03:00:00', offset: '-04:00' });
    expect(gap!['note']).to.contain('02:30 does not exist');
    expect(next).to.include({ at: '2026-03-09T06:30:00.000Z', note: null });
  });

  it('starts at the database’s now, with five occurrences in the default zone, in Portuguese when asked', async () => {
    const { body } = await preview({ cron: '@hourly', locale: 'pt-BR' });
    const { occurrences, timezone } = body as { occurrences: { at: string }[]; timezone: string };
    expect(timezone).to.equal('UTC');
    expect(occurrences.map(({ at }) => at.slice(11, 16))).to.deep.equal(['13:00', '14:00', '15:00', '16:00', '17:00']);
  });

  it('refuses what cannot be previewed at its field', async () => {
    for (const [body, code, path] of [
      [{ cron: '0 24 * * *' }, 'invalid_cron', 'cron'],
      [{ cron: '@daily', timezone: 'PST' }, 'invalid_timezone', 'timezone'],
      [{ cron: '@daily', count: 101 }, 'invalid_body', 'count'],
      [{ cron: '@daily', after: 'yesterday' }, 'invalid_body', 'after'],
      [{ cron: '@daily', locale: 'tlh' }, 'invalid_body', 'locale'],
      [{}, 'invalid_body', 'cron'],
    ] as const) {
      expect(problemOf(await preview(body))).to.deep.equal({ status: 422, code, paths: [path] });
    }
  });

  it('refuses the ends of time and survives what lies just inside', async () => {
    for (const after of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
      expect((await preview({ cron: '@yearly', after })).status, after).to.equal(422);
    }
    for (const after of ['0001-01-01T00:00:00Z', '9799-12-31T23:59:59Z']) {
      expect((await preview({ cron: '@yearly', after, timezone: 'Europe/Berlin' })).status, after).to.equal(200);
    }
  });
});

onEveryHost('The scheduler', (fixture) => {
  const show = async () => (await fixture.call('GET', '/-/scheduler')).body as Record<string, unknown>;
  const names = resolveNames();
  const report = { leader: 'host:1', backendPid: 42, zoneDataVersion: '2026a', lastError: null, faulty: [] };

  it('is leaderless while nobody holds the lock, and says how late the earliest occurrence is', async () => {
    await fixture.call('PUT', '/ner/schedule', { send: NINE_IN_BERLIN });
    expect(await show()).to.include({ verdict: 'leaderless', leader: null, lateness_seconds: 0 });
    await setClock(fixture.database.plain, '2026-03-11T08:01:30Z');
    expect(await show()).to.include({ lateness_seconds: 90 });
  });

  it('is ticking while its leader says so, and stalled when that has long said nothing', async () => {
    const held = await fixture.database.plain.transaction();
    await held.raw('select pg_advisory_xact_lock(?, ?)', [...names.lockKey]);
    const deferred = [{ workerName: 'ner', reason: 'held', seconds: 12 }];
    await writeLeaderReport(fixture.database.plain, names, { ...report, deferred });
    expect(await show()).to.deep.include({
      ...{ verdict: 'ticking', leader: 'host:1', last_tick_at: '2026-03-10T12:00:00.000Z', standbys: [] },
      deferred: [{ worker_name: 'ner', reason: 'held', seconds: 12 }],
    });
    await setClock(fixture.database.plain, '2026-03-10T12:01:00Z');
    expect(await show()).to.include({ verdict: 'stalled' });
    await held.rollback();
    expect(await show()).to.include({ verdict: 'leaderless' });
  });

  it('lists who stands by for the lock', async () => {
    const held = await fixture.database.plain.transaction();
    await held.raw('select pg_advisory_xact_lock(?, ?)', [...names.lockKey]);
    const waiting = await fixture.database.plain.transaction();
    await waiting.raw(`set local application_name = 'standby two'`);
    const granted = waiting
      .raw('select pg_advisory_xact_lock(?, ?)', [...names.lockKey])
      .then(() => waiting.rollback());
    let standbys: unknown = [];
    for (let looks = 0; looks < 200 && (standbys as unknown[]).length === 0; looks += 1) {
      standbys = (await show())['standbys'];
    }
    expect(standbys).to.deep.equal(['standby two']);
    await held.rollback();
    await granted;
  });
});
