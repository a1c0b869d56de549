import { expect } from 'chai';
import { compare } from '../../bench/year/compare.ts';
import { drawScenario } from '../../bench/year/scenario.ts';
import { simulate } from '../../bench/year/simulate.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';

/** Among these thirty days are the spring changes of America and Europe and the autumn changes of Chile and Australia. */
const OPTIONS = { seed: 7, from: '2026-03-07', days: 30, schedules: 24, zones: 20, minutes: [0] };

describe('a simulated month around clock changes', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  after(() => database.drop());

  it('leaves ledger, fires and decisions exactly as the calendar alone predicts them, and finds what is not', async () => {
    const scenario = drawScenario(OPTIONS);
    const history = await simulate(database.knex, scenario);
    const comparison = await compare(database.plain, scenario, history);
    expect(comparison.differences).to.deep.equal([]);
    expect(comparison).to.satisfy(
      ({ skips, retries, coalesced }: typeof comparison) => skips > 0 && retries > 0 && coalesced > 0,
    );
    expect(history.log.counts.healed).to.be.above(0);
    expect(history.log.counts.interrupted).to.be.above(0);

    await database.plain.raw(`delete from worker_schedule_fires where (worker_name, scheduled_at) in
      (select worker_name, scheduled_at from worker_schedule_fires order by decided_at limit 1)`);
    await database.plain.raw(`update worker_runs set not_before = not_before + interval '1 second' where id =
      (select min(id) from worker_runs where retry_of is not null)`);
    const spoilt = await compare(database.plain, scenario, history);
    expect(spoilt.differences.some((difference) => difference.includes(': fire 0 is'))).to.equal(true);
    expect(spoilt.differences.some((difference) => /: run \d+ is/.test(difference))).to.equal(true);
  }).timeout(240_000);
});
