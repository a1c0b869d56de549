import express, { type Express, type Request } from 'express';
import type { Knex } from 'knex';
import { authorize } from './bench-host.ts';
import { mounts } from './endpoints.ts';

/** The SQL of each handler: the router's own texts, so that the server has the same work. */
export interface BareSql {
  readonly getSchedule: readonly string[];
  readonly putChanged: readonly string[];
  readonly postRun: readonly string[];
  readonly listWorkers: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

interface Body {
  readonly cron: string;
  readonly timezone: string;
  readonly request: unknown;
}

async function rows(knex: Knex, sql: string | undefined, bindings: readonly Knex.RawBinding[] = []): Promise<Row[]> {
  const found = await knex.raw<{ rows: { json: string }[] }>(sql ?? '', [...bindings]);
  return found.rows.map((row) => JSON.parse(row.json) as Row);
}

/**
 * Handlers as somebody writes them who needs no more than these: Express, its JSON parser, the host's `authorize`, the SQL.
 * No schemas, no conditions, no problems, no words of the calendar.
 */
export function bareApp(knex: Knex, sql: BareSql): Express {
  const app = express();
  app.disable('etag');
  app.use(express.json());
  app.use((request, response, next) => {
    if (authorize(request) === null) response.sendStatus(401);
    else next();
  });
  app.get(`${mounts.jobs}/:worker/schedule`, async (request, response) => {
    response.json(await readSchedule(knex, sql, request.params.worker));
  });
  app.put(`${mounts.jobs}/:worker/schedule`, async (request, response) => {
    response.json(await saveSchedule(knex, sql, request));
  });
  app.post(`${mounts.posts}/:worker/runs`, async (request, response) => {
    response.status(201).json(await insertRun(knex, sql, request));
  });
  app.get(mounts.jobs, async (_request, response) => {
    response.json({ items: await listWorkers(knex, sql) });
  });
  return app;
}

async function readSchedule(knex: Knex, sql: BareSql, worker: string): Promise<Row> {
  const [readOne, readSlot] = sql.getSchedule;
  const [schedule] = await rows(knex, readOne, [worker]);
  const [slot] = await rows(knex, readSlot, [worker]);
  return { ...schedule, ...slot };
}

async function saveSchedule(knex: Knex, sql: BareSql, request: Request<{ worker: string }>): Promise<Row> {
  const { worker } = request.params;
  const wanted = request.body as Body;
  const [setTimeout, lock, read, update, notify] = sql.putChanged;
  const readSlot = sql.putChanged.at(-1);
  const schedule = await knex.transaction(
    async (trx) => {
      await trx.raw(setTimeout ?? '');
      await trx.raw(lock ?? '', [worker]);
      const [locked] = await rows(trx, read, [worker]);
      const current = locked?.['schedule'] as Row;
      if (isSame(current, wanted)) return current;
      const [changed] = await rows(trx, update, updateBindings(current, wanted, worker));
      await trx.raw(notify ?? '', ['worker_schedules_bench']);
      return changed;
    },
    { isolationLevel: 'read committed' },
  );
  const [slot] = await rows(knex, readSlot, [worker]);
  return { ...schedule, ...slot };
}

function isSame(current: Row, wanted: Body): boolean {
  const { edition } = wanted.request as Row;
  return current['cron'] === wanted.cron && (current['request'] as Row)['edition'] === edition;
}

function updateBindings(current: Row, { cron, timezone, request }: Body, worker: string): Knex.RawBinding[] {
  const by = ['Olga Operator', 'u-1'];
  const keep = [true, null, true, false, false, false];
  return [current['enabled'] as boolean, cron, timezone, JSON.stringify(request), ...keep, ...by, worker];
}

async function insertRun(knex: Knex, sql: BareSql, request: Request<{ worker: string }>): Promise<Row | undefined> {
  const [setTimeout, insert] = sql.postRun;
  const json = JSON.stringify(request.body);
  const bindings = [request.params.worker, 'API', 'Olga Operator', 'u-1', json, json, 'worker_schedules_bench'];
  return await knex.transaction(
    async (trx) => {
      await trx.raw(setTimeout ?? '');
      const [run] = await rows(trx, insert, bindings);
      return run;
    },
    { isolationLevel: 'read committed' },
  );
}

async function listWorkers(knex: Knex, sql: BareSql): Promise<Row[]> {
  const [readSchedules, readRuns, readServed] = sql.listWorkers;
  const schedules = await rows(knex, readSchedules);
  const names = schedules.map(({ worker_name }) => worker_name);
  const runs = new Map((await rows(knex, readRuns, [JSON.stringify(names)])).map((row) => [row['worker_name'], row]));
  const served = new Set<unknown>(await rows(knex, readServed));
  return schedules.map((schedule) => {
    const name = schedule['worker_name'];
    const { active, last } = runs.get(name) ?? {};
    return { name, schedule, active_run: active, last_run: last, runner_available: served.has(name) };
  });
}
