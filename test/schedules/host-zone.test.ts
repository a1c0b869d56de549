import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { hostKnex } from '../support/host-knex.ts';
import { forkScript } from '../support/processes.ts';
import { clearSchedules, fires, rowOf } from './schedules-fixture.ts';

const script = fileURLToPath(import.meta.resolve('./edit-elsewhere.ts'));

describe("the zones of the host's process and of its sessions", () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  beforeEach(() => clearSchedules(database));
  after(() => database.drop());

  for (const [processZone, sessionZone, dateStyle] of [
    ['Europe/Warsaw', 'Asia/Kolkata', 'SQL, DMY'],
    ['Australia/Sydney', 'America/St_Johns', 'German'],
  ] as const) {
    it(`mean nothing: ${processZone} and ${sessionZone}`, async () => {
      await query(database, `ALTER DATABASE ${database.name} SET timezone = '${sessionZone}'`);
      await query(database, `ALTER DATABASE ${database.name} SET datestyle = '${dateStyle}'`);
      await setClock(database.plain, '2026-03-29T00:59:30.123456Z');
      const edited = forkScript(script, { env: { DATABASE_URL: database.url, TZ: processZone } });
      const schedule = await edited.waitForMessage<Record<string, unknown>>(() => true);
      expect((await edited.exited).code).to.equal(0);
      expect(schedule).to.include({ nextRunAt: '2026-03-29T01:00:00.000Z', createdAt: '2026-03-29T00:59:30.123Z' });
      expect(schedule).to.include({ zone: processZone, timezone: 'Europe/Berlin' });
      expect((await fires(database))[0]).to.include({
        ...{ scheduled_at: '2026-03-29T00:50:00.123456Z', coalesced_from: null, reason: 'edited' },
        decided_at: '2026-03-29T00:59:30.123456Z',
      });
      expect(await rowOf(database)).to.include({ next_run_at: '2026-03-29T01:00:00.000000Z' });
    });
  }

  it('of the session are what the test says that they are', async () => {
    await query(database, `ALTER DATABASE ${database.name} SET timezone = 'Asia/Kolkata'`);
    const fresh = hostKnex(database.url);
    const { rows } = await fresh.raw<{ rows: object[] }>('SHOW timezone');
    await fresh.destroy();
    expect(Object.values(rows[0]!)).to.deep.equal(['Asia/Kolkata']);
  });
});
