import { expect } from 'chai';
import express from 'express';
import { z } from 'zod';
import { defineCatalogue } from '../../../lib/catalogue/define-catalogue.ts';
import { type Runner, startRunner } from '../../../lib/runner/start-runner.ts';
import { type SchedulerHandle, startScheduler } from '../../../lib/scheduler/start-scheduler.ts';
import { createScheduleClient, type RunJson, type ScheduleClient } from '../../../routes/client/index.ts';
import { scheduleRouter } from '../../../routes/express.ts';
import { createTestDatabase, type TestDatabase } from '../../support/databases.ts';
import { setClock } from '../../support/fake-clock.ts';
import { waitFor } from '../../support/wait-for.ts';
import { listening } from './listening.ts';
import { refusal } from './refusal.ts';

const catalogue = defineCatalogue({ report: { label: 'Report', request: z.object({ forever: z.boolean() }) } });

describe('An operator who has the client alone', () => {
  const listen = listening();
  let database: TestDatabase;
  let scheduler: SchedulerHandle | undefined;
  let runner: Runner | undefined;
  let client: ScheduleClient;

  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
    await setClock(database.plain, '2026-03-10T12:59:59Z');
    scheduler = await startScheduler(database.knex, { catalogue, idleSeconds: 1 });
    runner = await startRunner(database.knex, {
      ...{ catalogue, leaseSeconds: 1, pollSeconds: 0.1 },
      workers: {
        report: {
          run: async ({ request }, { signal }) => {
            if (request.forever) await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
          },
        },
      },
    });
  });
  beforeEach(async () => {
    const authorize = () => ({ id: 'u-1', name: 'Olga Operator' });
    const router = scheduleRouter({ knex: database.knex, catalogue, authorize });
    client = createScheduleClient({ baseUrl: `${await listen(express().use('/jobs', router))}/jobs` });
  });
  after(async () => {
    await scheduler?.stop();
    await runner?.stop();
    await database.drop();
  });

  const lastRun = async (status: RunJson['status']): Promise<RunJson> =>
    await waitFor(async () => (await client.listRuns('report', { status: [status], limit: 1 })).body.items[0], {
      timeoutMs: 20_000,
    });

  it('schedules a worker and sees what came of it', async () => {
    const { body } = await client.putSchedule('report', { cron: '0 13 * * *', request: { forever: false } });
    expect(body).to.include({ next_run_at: '2026-03-10T13:00:00.000Z', updated_by: 'Olga Operator' });
    await setClock(database.plain, '2026-03-10T13:00:00Z');
    const run = await lastRun('SUCCESS');
    expect(run).to.include({ trigger: 'SCHEDULE', scheduled_for: body.next_run_at, requested_by: 'schedule' });
    const { items } = (await client.listFires('report')).body;
    expect(items).to.have.length(1);
    expect(items[0]).to.include({ outcome: 'enqueued', run_id: run.id, scheduled_at: body.next_run_at });
    await waitFor(async () => (await client.getScheduler()).body.verdict === 'ticking', { timeoutMs: 20_000 });
    const served = async () => (await client.listWorkers()).body.items.find((found) => found.runner_available);
    const worker = await waitFor(served, { timeoutMs: 20_000 });
    expect(worker).to.include({ name: 'report', active_run: null });
    expect(worker.last_run).to.deep.equal(run);
  });

  it('asks for a run, finds the slot busy with it, and stops it', async () => {
    const { body: asked } = await client.createRun('report', { forever: true });
    await lastRun('RUNNING');
    const busy = await refusal(client.createRun('report', { forever: false }), 'slot_busy');
    expect(busy.problem?.run).to.deep.equal({ id: asked.id, status: 'RUNNING', not_before: null });
    await client.cancelRun('report', asked.id);
    const stopped = await lastRun('CANCELLED');
    expect(stopped).to.include({ id: asked.id, requested_by: 'Olga Operator' });
    expect((await client.listWorkers()).body.items[0]).to.include({ active_run: null });
  });
});
