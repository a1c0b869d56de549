import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { forkScript, killEverything } from '../support/processes.ts';

/** One second on an idle machine; the rest is for a loaded one. A timer or session left behind would keep it for ever. */
const MOST_MS = 4000;

describe('a process that has started and stopped everything', () => {
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase({ migrated: false });
  });
  after(async () => {
    await killEverything();
    await database.drop();
  });

  it('R-N2: ends by itself, without a warning', async () => {
    const script = new URL('whole-life-script.ts', import.meta.url).pathname;
    const life = forkScript(script, { env: { DATABASE_URL: database.url } });
    await life.waitForMessage((message) => message === 'stopped', 60_000);
    const stopped = performance.now();
    expect(await life.exited).to.deep.equal({ code: 0, signal: null });
    expect(performance.now() - stopped).to.be.below(MOST_MS);
    expect(life.errors).to.deep.equal([]);
  }).timeout(90_000);
});
