import { expect } from 'chai';
import { checkLedgerTakes, checkSchema } from '../../lib/database/check-schema.ts';
import type { SchemaPart } from '../../lib/database/missing-pieces.ts';
import { resolveNames } from '../../lib/database/names.ts';
import type { WorkerSchedulesError } from '../../lib/errors.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';

const parts = ['api', 'scheduler', 'runner'] as const;
const slot = 'unique index on worker_runs (worker_name) over QUEUED and RUNNING';

describe('a schema that lacks something', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ defaultNames: true });
  });
  after(() => database.drop());

  /** What a check says after a change that is taken back. */
  async function changed<Answer>(
    change: string,
    check: (trx: TestDatabase['knex']) => Promise<Answer>,
  ): Promise<Answer> {
    const trx = await database.plain.transaction();
    try {
      await trx.raw(change);
      return await check(trx);
    } finally {
      await trx.rollback();
    }
  }

  const missingAfter = (change: string): Promise<Record<SchemaPart, unknown>> =>
    changed(change, async (trx) => {
      const found: Partial<Record<SchemaPart, unknown>> = {};
      for (const part of parts) {
        found[part] = await checkSchema(trx, resolveNames(), part).then(
          () => [],
          (error: unknown) => (error as WorkerSchedulesError).details['missing'],
        );
      }
      return found as Record<SchemaPart, unknown>;
    });

  for (const [what, change, piece, needing] of [
    [
      'the key of the ledger',
      'ALTER TABLE worker_runs DROP CONSTRAINT worker_runs_pkey CASCADE',
      'primary key of worker_runs',
      parts,
    ],
    [
      'the index of the retry chain',
      'DROP INDEX worker_runs_retry_of_idx',
      'unique index on worker_runs (retry_of)',
      parts,
    ],
    ['the index of claims', 'DROP INDEX worker_runs_claim_idx', 'index for claims on worker_runs', ['runner']],
    [
      'the index of leases',
      'DROP INDEX worker_runs_lease_idx',
      'index for leases that are over on worker_runs',
      ['scheduler'],
    ],
    [
      'the index of owed retries',
      'DROP INDEX worker_runs_retryable_idx',
      'index for owed retries on worker_runs',
      ['scheduler'],
    ],
    [
      'the index of the newest runs',
      'DROP INDEX worker_runs_newest_idx',
      'index for the newest runs on worker_runs',
      ['api'],
    ],
    [
      'the index of the lists',
      'DROP INDEX worker_runs_filtered_idx',
      'index for lists of runs by state on worker_runs',
      ['api'],
    ],
    [
      'the key of the fires',
      'ALTER TABLE worker_schedule_fires DROP CONSTRAINT worker_schedule_fires_pkey',
      'primary key of worker_schedule_fires',
      ['api', 'scheduler'],
    ],
    [
      'the key of the runners',
      'ALTER TABLE worker_runners DROP CONSTRAINT worker_runners_pkey',
      'primary key of worker_runners',
      ['api', 'runner'],
    ],
    [
      'the slot, whose index an interrupted build left',
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'uq_worker_run_active'::regclass`,
      slot,
      parts,
    ],
    [
      'a label in a CHECK',
      `DROP INDEX worker_runs_filtered_idx, worker_runs_retryable_idx, worker_runs_lease_idx, worker_runs_claim_idx, uq_worker_run_active;
       ALTER TABLE worker_runs ALTER status TYPE text;
       ALTER TABLE worker_runs ADD CONSTRAINT states CHECK (status IN ('QUEUED', 'RUNNING', 'SUCCESS', 'FAILED', 'INTERRUPTED'))`,
      'label CANCELLED in the constraint states of worker_runs',
      parts,
    ],
    [
      'the type of a column',
      'ALTER TABLE worker_schedules ALTER next_run_at TYPE timestamp',
      'column worker_schedules.next_run_at as timestamp with time zone (it is of type timestamp without time zone)',
      ['api', 'scheduler'],
    ],
    [
      "the type of the ledger's column",
      'ALTER TABLE worker_runs ALTER config TYPE json USING NULL',
      'column worker_runs.config as needed (it is of type json, where jsonb is needed)',
      parts,
    ],
  ] as const) {
    it(`is told that it lacks ${what}, to who needs it`, async () => {
      const found = await missingAfter(change);
      for (const part of parts) {
        const needed = (needing as readonly string[]).includes(part);
        expect((found[part] as string[]).includes(piece), `${part}: ${String(found[part])}`).to.equal(needed);
      }
    });
  }

  it('takes another index for one of ours that does the same', async () => {
    const found = await missingAfter(
      `DROP INDEX worker_runs_claim_idx; CREATE INDEX mine ON worker_runs (coalesce(not_before, queued_at), id) WHERE status = 'QUEUED'`,
    );
    for (const part of parts) expect(found[part]).to.deep.equal([]);
  });

  const takes = (change: string, workerNames: string[], fillsOursOnly: boolean): Promise<unknown> =>
    changed(change, (trx) =>
      checkLedgerTakes(trx, resolveNames(), { workerNames, fillsOursOnly }).then(
        () => 'taken',
        (error: unknown) => error,
      ),
    );

  it("is told of columns of the host's that nobody would fill", async () => {
    const change = 'ALTER TABLE worker_runs ADD engine text NOT NULL, ADD preset text NOT NULL DEFAULT $$$$, ADD n int';
    const refused = await takes(change, [], true);
    expect(refused).to.have.property('code', 'invalid_options');
    expect(refused).to.have.property('message').that.includes(': engine. ').and.includes('ledgerColumns');
    expect(await takes(change, [], false)).to.equal('taken');
  });

  it('is told of workers whose name its column cannot hold', async () => {
    const change = 'ALTER TABLE worker_runs ALTER worker_name TYPE varchar(5)';
    const refused = await takes(change, ['ner', 'ocular', 'é'.repeat(5)], true);
    expect(refused).to.have.property('code', 'invalid_catalogue');
    expect(refused).to.have.property('message').that.includes('too short for: ocular.');
    expect(await takes('ALTER TABLE worker_runs ALTER worker_name TYPE text', ['x'.repeat(255)], true)).to.equal(
      'taken',
    );
  });
});
