import { expect } from 'chai';
import { resolveNames } from '../../lib/database/names.ts';
import type { Binding, Queryable } from '../../lib/database/read-rows.ts';
import { planBatch } from '../../lib/scheduler/plan-batch.ts';
import { look } from '../../lib/scheduler/look.ts';
import type { DueSchedule } from '../../lib/schedules/read-due.ts';
import { rehearseDecisions, writeDecisions } from '../../lib/schedules/write-decisions.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { takeLead } from './test-leader.ts';

const names = resolveNames();
const DUE = 100;

describe('the cost of a batch', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ defaultNames: true });
  });
  after(() => database.drop());

  interface Plan {
    readonly 'Shared Hit Blocks': number;
    readonly 'Shared Read Blocks': number;
  }

  /** Explains each statement, undoes it, and then sends it. */
  function explaining(trx: Queryable, pages: number[]): Queryable {
    return {
      raw: async (text: string, bindings: readonly Binding[]) => {
        await trx.raw('SAVEPOINT explained', []);
        const explained = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`;
        const { rows } = (await trx.raw(explained, bindings)) as { rows: { 'QUERY PLAN': { Plan: Plan }[] }[] };
        await trx.raw('ROLLBACK TO SAVEPOINT explained', []);
        const plan = rows[0]!['QUERY PLAN'][0]!.Plan;
        pages.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
        return await trx.raw(text, bindings);
      },
    };
  }

  /** Pages that locking and writing read when the last hundred of so many schedules, by name, are due. */
  async function pagesOf(schedules: number): Promise<number[]> {
    await database.plain.raw('truncate worker_runs, worker_schedules, worker_schedule_fires');
    await query(
      database,
      `insert into worker_schedules (worker_name, enabled, cron, timezone, request, next_run_at, switched_at, created_at,
         updated_at)
       select 'w' || lpad(n::text, 6, '0'), true, '* * * * *', 'UTC', '{}',
              now() + case when n > ? then interval '-1 second' else interval '1 day' end, now(), now(), now()
         from generate_series(1, ?::int) n`,
      [schedules - DUE, schedules],
    );
    await query(
      database,
      `insert into worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome)
       select worker_name, now() - interval '1 hour', now(), 'skipped' from worker_schedules`,
    );
    await database.plain.raw('vacuum analyze worker_schedules, worker_schedule_fires, worker_runs');
    const leader = await takeLead({ ...database, knex: database.plain });
    const { session } = leader.leading;
    const pages: number[] = [];
    try {
      const { due } = await session.read((db) =>
        look(db, names, { since: null, except: [], limit: DUE, withRequests: true }),
      );
      expect(due).to.have.length(DUE);
      await session.write(async (trx, now) => {
        const { written } = await writeDecisions(explaining(trx, pages), names, planBatch(ready(due), now));
        expect(written.map(({ result }) => result)).to.deep.equal(Array<string>(DUE).fill('enqueued'));
      });
    } finally {
      await leader.close();
    }
    return pages;
  }

  const nobody: DueSchedule = {
    ...{
      workerName: 'nobody',
      cron: '* * * * *',
      timezone: 'UTC',
      request: {},
      nextRunAtText: '2026-03-01T00:00:00Z',
      version: 1,
    },
  };

  const ready = (due: readonly DueSchedule[]) =>
    due.map((target) => ({
      target,
      resolution: { kind: 'ready', configJson: null, hostColumns: { columns: [], json: '{}' } } as const,
    }));

  it('is that of its rows, however many schedules lie before them in the order of names', async () => {
    const [few, many] = [await pagesOf(2000), await pagesOf(40_000)];
    expect(few).to.have.length(1);
    many.forEach((pages, index) => expect(pages).to.be.below(few[index]! * 1.5 + 100));
  });

  it('takes the request as the configuration where the host declares none', async () => {
    const rows = await query(database, `select distinct config::text, request::text from worker_runs`);
    expect(rows).to.deep.equal([{ config: '{}', request: '{}' }]);
  });

  it('is rehearsed with the very statement that is sent when something is due', async () => {
    const sent: string[] = [];
    const recording = { raw: (text: string) => Promise.resolve({ rows: [void sent.push(text)].slice(1) }) };
    await rehearseDecisions(recording, names);
    await writeDecisions(recording, names, planBatch(ready([nobody]), new Date()));
    expect(sent).to.have.length(2);
    expect(sent[1]).to.equal(sent[0]);
  });
});
