import { expect } from 'chai';
import type { Knex } from 'knex';
import { reconnect, startAndStop } from '../../bench/leaks/cycles.ts';
import { slopeOfLastHalf } from '../../bench/leaks/memory.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { hostKnex } from '../support/host-knex.ts';

/** A cycle that forgot a session would cost far more; what the runtime does of its own in a short test costs less. */
const LOOSE_BYTES = 40_000;

describe('starting, stopping and reconnecting', () => {
  let database: TestDatabase;
  let knexes: readonly [Knex, Knex];
  const warnings: string[] = [];
  const remember = (warning: Error): void => void warnings.push(warning.message);

  before(async () => {
    database = await createTestDatabase();
    const pool = { min: 1, max: 1 };
    knexes = [hostKnex(database.url, { pool }), hostKnex(database.url, { pool })];
    process.on('warning', remember);
  });
  after(async () => {
    process.off('warning', remember);
    await Promise.all(knexes.map((knex) => knex.destroy()));
    await database.drop();
  });

  it('R-N2: sixty starts and stops leave no listener, timer, socket, session or lock behind, and no memory', async () => {
    const samples = await startAndStop({ host: knexes[0], watch: knexes[1] }, { count: 60, every: 5 });
    expect(slopeOfLastHalf(samples, 5)).to.be.below(LOOSE_BYTES);
    expect(warnings).to.deep.equal([]);
  }).timeout(180_000);

  it('R-N2: twenty lost sessions leave one of each, and no listener more', async () => {
    const samples = await reconnect({ host: knexes[0], watch: knexes[1] }, { count: 20, every: 4 });
    expect(slopeOfLastHalf(samples, 4)).to.be.below(LOOSE_BYTES);
    expect(warnings).to.deep.equal([]);
  }).timeout(180_000);
});
