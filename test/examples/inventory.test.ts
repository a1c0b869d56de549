import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { migrateHost } from '../../examples/express-host/host-migrations.ts';
import { inventoryWorker } from '../../examples/express-host/workers/inventory/inventory-worker.ts';
import type { Run } from '../../lib/ledger/run.ts';
import { silentLogger } from '../../lib/logger.ts';
import type { RunContext } from '../../lib/runner/worker-adapter.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';

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

  /** Runs an attempt; `onProgress` may end it. Returns the last progress. */
  async function attempt(onProgress: (tally: Tally, stop: () => void) => void): Promise<Tally | undefined> {
    const stopping = new AbortController();
    let last: Tally | undefined;
    const context: RunContext = {
      ...{
        signal: stopping.signal,
        scheduledFor: null,
        occurrenceId: 'inventory@one',
        attempt: 1,
        logger: silentLogger,
      },
      progress: (value) => {
        last = { ...(value as Tally) };
        onProgress(last, () => stopping.abort(new Error('interrupted')));
        return Promise.resolve();
      },
    };
    const run = { config: { folder, rehash: true } } as unknown as Run<object>;
    await inventoryWorker(database.plain).run(run, context);
    return last;
  }

  it('goes on where an interrupted attempt of the same occurrence ended, and hashes nothing twice', async () => {
    let done = 0;
    const error = await attempt((tally, stop) => {
      done = tally.hashed;
      stop();
    }).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('message', 'interrupted');
    expect(done).to.be.within(1, FILES - 1);
    expect(await query(database, 'select 1 from inventory_files')).to.have.length(done);
    const last = await attempt(() => undefined);
    expect(last).to.include({ files: FILES, hashed: FILES - done });
    const rows = await query<{ sha256: string }>(
      database,
      `select sha256 from inventory_files where path like '%/007'`,
    );
    expect(rows).to.deep.equal([{ sha256: createHash('sha256').update('file 7').digest('hex') }]);
  });
});
