import { expect } from 'chai';
import express from 'express';
import request from 'supertest';
import { z } from 'zod';
import { checkSchema } from '../../lib/database/check-schema.ts';
import { type NamesInput, resolveNames } from '../../lib/database/names.ts';
import * as product from '../../lib/index.ts';
import { takeLead } from '../scheduler/test-leader.ts';
import type { TestDatabase } from '../support/databases.ts';

const catalogue = product.defineCatalogue({
  ner: { label: 'Named entities', request: z.looseObject({}) },
  tag: { label: 'Tags', request: z.looseObject({}) },
});

/** Does everything with an install that its names could break: schedules, runs, a tick and HTTP. */
export async function useInstall(database: TestDatabase, names: NamesInput): Promise<void> {
  for (const part of ['api', 'scheduler', 'runner'] as const) {
    await checkSchema(database.knex, resolveNames(names), part);
  }
  await useSchedules(database, names);
  await useRuns(database, names);
  await useTick(database, names);
  await useRoutes(database, names);
  await product.deleteSchedule(database.knex, { workerName: 'tag' }, { names });
  const { runs, fires } = resolveNames(names);
  for (const table of [runs, fires]) await database.knex.raw(`DELETE FROM ${table}`);
}

async function useSchedules({ knex }: TestDatabase, names: NamesInput): Promise<void> {
  const options = { names };
  const schedule = { workerName: 'ner', cron: '@hourly', request: { 'a?': '?' } };
  expect((await product.saveSchedule(knex, schedule, options)).created).to.equal(true);
  expect((await product.saveSchedule(knex, schedule, options)).changed).to.equal(false);
  await product.pauseSchedule(knex, { workerName: 'ner' }, options);
  await product.resumeSchedule(knex, { workerName: 'ner' }, options);
  expect((await product.getSchedule(knex, 'ner', options))!.version).to.equal(3);
  expect(await product.listSchedules(knex, options)).to.have.length(1);
  await knex.raw(`UPDATE ${resolveNames(names).schedules} SET next_run_at = '2020-01-01T00:00:00Z'`);
  await product.deleteSchedule(knex, { workerName: 'ner' }, options);
  expect((await product.listFires(knex, { workerName: 'ner' }, options))[0]).to.include({ reason: 'deleted' });
}

async function useRuns({ knex }: TestDatabase, names: NamesInput): Promise<void> {
  const options = { names };
  const queued = await product.enqueueRun(knex, { workerName: 'ner', request: {} }, options);
  const claimed = await product.claimNextRun(knex, { workerNames: ['ner'], runnerId: 'r', leaseSeconds: 30 }, options);
  expect(claimed!.id).to.equal(queued.id);
  const key = { runId: queued.id, leaseToken: claimed!.leaseToken };
  await product.renewLease(knex, { ...key, leaseSeconds: 60 }, options);
  await product.reportProgress(knex, { ...key, progress: { done: 1 } }, options);
  await product.reportOutcome(knex, { ...key, outcome: 'SUCCESS' }, options);
  const filter = { workerName: 'ner', triggers: ['API'], beforeId: `${queued.id}0` } as const;
  expect((await product.listRuns(knex, filter, options))[0]).to.include({ id: queued.id, status: 'SUCCESS' });
}

/** A due schedule, an expired lease, and its retry. */
async function useTick(database: TestDatabase, names: NamesInput): Promise<void> {
  const { knex } = database;
  const { runs, run, schedules } = resolveNames(names);
  await product.saveSchedule(knex, { workerName: 'tag', cron: '@hourly', request: {} }, { names });
  await knex.raw(`UPDATE ${schedules} SET next_run_at = '2020-01-01T00:00:00Z'`);
  const leader = await takeLead(database, { names });
  await leader.tick();
  expect(leader.told('enqueued')).to.have.length(1);
  const claimed = await product.claimNextRun(
    knex,
    { workerNames: ['tag'], runnerId: 'r', leaseSeconds: 30 },
    { names },
  );
  await knex.raw(`UPDATE ${runs} SET ${run.lease_expires_at} = '2020-01-01T00:00:00Z' WHERE ${run.id} = ?`, [
    claimed!.id,
  ]);
  await leader.tick();
  expect(leader.told('interrupted')).to.have.length(1);
  expect(leader.told('retried')[0]).to.include({ retryOf: claimed!.id, attempt: 2 });
  await leader.close();
}

async function useRoutes({ knex }: TestDatabase, names: NamesInput): Promise<void> {
  const authorize = (): product.Principal => ({ id: '1', name: 'operator' });
  const app = express().use(product.scheduleRouter({ knex, catalogue, authorize, names }));
  const workers = await request(app).get('/');
  expect(workers.status, workers.text).to.equal(200);
  const started = await request(app).post('/ner/runs').send({});
  expect(started.status, started.text).to.equal(201);
  const { id } = started.body as { id: string };
  expect((await request(app).post(`/ner/runs/${id}/cancel`).set('content-type', 'application/json')).status).to.equal(
    200,
  );
  const runs = await request(app).get('/ner/runs?status=CANCELLED&status=SUCCESS');
  expect((runs.body as { items: unknown[] }).items).to.have.length(2);
  expect((await request(app).get('/tag/schedule')).status).to.equal(200);
  expect((await request(app).get('/tag/schedule/fires')).status).to.equal(200);
}
