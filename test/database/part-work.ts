import type { Knex } from 'knex';
import type { SchemaPart } from '../../lib/database/missing-pieces.ts';
import { NO_HOST_COLUMNS as hostColumns } from '../../lib/database/host-columns.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { announceRunner, removeExpiredRunners, withdrawRunner } from '../../lib/ledger/announce-runner.ts';
import { cancelRun } from '../../lib/ledger/cancel-run.ts';
import { claimNextRun } from '../../lib/ledger/claim-next-run.ts';
import { enqueueRun } from '../../lib/ledger/enqueue-run.ts';
import { getRun } from '../../lib/ledger/get-run.ts';
import { renewLease, reportProgress } from '../../lib/ledger/lease.ts';
import { listServedWorkers } from '../../lib/ledger/list-served-workers.ts';
import { insertRetries, readOwedRetries } from '../../lib/ledger/owed-retries.ts';
import { reportOutcome } from '../../lib/ledger/report-outcome.ts';
import { deleteSchedule } from '../../lib/schedules/delete-schedule.ts';
import { readSleepers, writeHealings } from '../../lib/schedules/heal-schedules.ts';
import { listFires } from '../../lib/schedules/list-fires.ts';
import { pruneFires } from '../../lib/schedules/prune-fires.ts';
import { look } from '../../lib/scheduler/look.ts';
import { saveSchedule } from '../../lib/schedules/save-schedule.ts';
import { readSchedulerHealth } from '../../lib/schedules/scheduler-health.ts';
import { clearLeader, getSchedulerState, writeLeaderReport } from '../../lib/schedules/scheduler-state.ts';
import { pauseSchedule } from '../../lib/schedules/switch-schedule.ts';
import { writeDecisions } from '../../lib/schedules/write-decisions.ts';
import { sweep } from '../ledger/sweep.ts';
import { query, type TestDatabase } from '../support/databases.ts';

const names = resolveNames();

/** What the work of each part finds: a schedule that is due, a run that waits, one that failed, one whose lease is over, an old fire. */
export async function layOut(database: TestDatabase): Promise<void> {
  await query(database, 'TRUNCATE worker_runs, worker_schedules, worker_schedule_fires, worker_runners');
  for (const workerName of ['due', 'failed', 'gone']) {
    await saveSchedule(database.plain, { workerName, cron: '@hourly', request: {} });
  }
  await query(
    database,
    `UPDATE worker_schedules SET switched_at = '2020-01-01Z',
       next_run_at = CASE WHEN worker_name = 'due' THEN '2020-01-01Z' ELSE next_run_at END`,
  );
  await query(
    database,
    `INSERT INTO worker_runs (worker_name, status, trigger, scheduled_for, queued_at, finished_at, lease_expires_at) VALUES
       ('waits', 'QUEUED', 'API', NULL, now(), NULL, NULL),
       ('failed', 'FAILED', 'SCHEDULE', now(), now(), now(), NULL),
       ('gone', 'RUNNING', 'SCHEDULE', now(), now(), NULL, now())`,
  );
  await query(
    database,
    `INSERT INTO worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome)
     VALUES ('due', '2019-01-01Z', '2019-01-01Z', 'enqueued')`,
  );
}

async function workAsApi(knex: Knex): Promise<void> {
  await pauseSchedule(knex, { workerName: 'due' });
  await saveSchedule(knex, { workerName: 'new', cron: '@daily', request: {} });
  await listFires(knex, { workerName: 'due' });
  const run = await enqueueRun(knex, { workerName: 'new', request: {} });
  await getRun(knex, run.id);
  await cancelRun(knex, { runId: run.id });
  await listServedWorkers(knex);
  await getSchedulerState(knex);
  await readSchedulerHealth(knex);
  await deleteSchedule(knex, { workerName: 'new' });
}

async function decideDue(trx: Knex): Promise<void> {
  const { due } = await look(trx, names, { since: null, limit: 10, except: [], withRequests: true });
  const decision = {
    scheduledAt: null,
    dueAt: new Date(),
    nextRunAt: null,
    fault: null,
    verdict: 'enqueue',
    detail: null,
  } as const;
  const decisions = due.map(({ workerName, version, nextRunAtText: dueAtText }) => ({
    ...decision,
    ...{ workerName, version, dueAtText, configJson: '{}', hostColumns },
  }));
  if ((await writeDecisions(trx, names, decisions)).written.length !== 1) throw new Error('Nothing was decided');
}

async function workAsScheduler(knex: Knex): Promise<void> {
  if ((await sweep(knex)).length !== 1) throw new Error('Nothing was interrupted');
  const owed = await readOwedRetries(knex, names, { limit: 10, except: [] });
  const planned = owed.map(({ runId }) => ({ runId, delaySeconds: 60, configJson: '{}', error: null, hostColumns }));
  if ((await insertRetries(knex, names, planned)).length !== 2) throw new Error('Nothing was retried');
  await knex.transaction(decideDue);
  const [sleeper] = await readSleepers(knex, names, { afterWorker: '', limit: 1 });
  await writeHealings(knex, names, [{ ...sleeper!, from: sleeper!.nextRunAtText, to: new Date(4e12) }]);
  const report = { leader: 'l', backendPid: 1, zoneDataVersion: null, lastError: null, deferred: [], faulty: [] };
  for (let beat = 0; beat < 2; beat += 1) await writeLeaderReport(knex, names, report);
  await clearLeader(knex, names);
  await pruneFires(knex, names, { afterWorker: '', days: 30, limit: 10 });
}

async function workAsRunner(knex: Knex): Promise<void> {
  const identity = { runnerId: 'r', host: 'h', pid: 1 };
  await announceRunner(knex, { ...identity, workerNames: ['due'], aliveSeconds: 30 });
  await removeExpiredRunners(knex);
  const claimed = await claimNextRun(knex, { workerNames: ['due', 'waits'], runnerId: 'r', leaseSeconds: 30 });
  if (claimed === null) throw new Error('Nothing was claimed');
  const key = { runId: claimed.id, leaseToken: claimed.leaseToken };
  await renewLease(knex, { ...key, leaseSeconds: 60 });
  await reportProgress(knex, { ...key, progress: 1 });
  await reportOutcome(knex, { ...key, outcome: 'FAILED', error: 'x' });
  await withdrawRunner(knex, identity);
}

/** Everything that a process of each kind asks of the database, on a knex of its role. */
export const workAs: Readonly<Record<SchemaPart, (knex: Knex) => Promise<void>>> = {
  api: workAsApi,
  scheduler: workAsScheduler,
  runner: workAsRunner,
};
