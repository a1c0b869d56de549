import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { migrateHost } from '../../examples/host-parts/database/host-migrations.ts';
import { inventoryWorker } from '../../examples/host-parts/workers/inventory/inventory-worker.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { type Attempt, runAttempt } from './run-attempt.ts';

const FILES = 120;

interface Tally {
  readonly files: number;
  readonly hashed: number;
}

describe('the inventory of the example', () => {
  let database: TestDatabase;
  const folder = `.data/inventory-${process.pid}`;

  before(async () => {
    database = await createTestDatabase();
    await migrateHost(database.plain);
    mkdirSync(folder, { recursive: true });
    for (let n = 0; n < FILES; n += 1) writeFileSync(`${folder}/${String(n).padStart(3, '0')}`, `file ${n}`);
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  const attempt = (more: Partial<Attempt<Tally>> = {}): Promise<Tally | undefined> =>
    runAttempt(inventoryWorker(database.plain), { config: { folder, rehash: true }, ...more });

  it('goes on where an interrupted attempt of the same occurrence ended, and hashes nothing twice', async () => {
    let done = 0;
    const onProgress = (tally: Tally, stop: () => void): void => {
      done = tally.hashed;
      stop();
    };
    const error = await attempt({ onProgress }).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('message', 'interrupted');
    expect(done).to.be.within(1, FILES - 1);
    expect(await query(database, 'select 1 from inventory_files')).to.have.length(done);
    expect(await attempt()).to.include({ files: FILES, hashed: FILES - done });
    const rows = await query<{ sha256: string }>(
      database,
      `select sha256 from inventory_files where path like '%/007'`,
    );
    expect(rows).to.deep.equal([{ sha256: createHash('sha256').update('file 7').digest('hex') }]);
  });
});
