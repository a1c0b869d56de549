import { expect } from 'chai';
import type { Knex } from 'knex';
import { checkHistory } from '../../chaos/check/check-history.ts';
import { SABOTAGES, type Sabotage } from '../../chaos/sabotage/sabotages.ts';
import { HARNESS_NAME } from '../../chaos/server/ask.ts';
import { claimNextRun, patchSchedule, pauseSchedule, reportOutcome, saveSchedule } from '../../lib/index.ts';
import { leaderOn, type TestLeader } from '../scheduler/test-leader.ts';
import type { TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { breakableKnex, clearStage, createStage, historyOf, standUp } from './stage.ts';

/** A moment in which the guard matters, and the rule that is broken without it. */
interface Scenario {
  readonly finds: RegExp;
  /** Returns the schedulers that it has started. */
  readonly play: (knex: Knex, database: TestDatabase) => Promise<(TestLeader | undefined)[]>;
}

async function becomeDue(database: TestDatabase): Promise<void> {
  await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: {} });
  await setClock(database.plain, '2026-03-01T00:01:00Z');
}

/** As the harness does it, under its own name. */
async function setBack(database: TestDatabase): Promise<void> {
  await database.plain.transaction(async (trx) => {
    await trx.raw(`set local application_name = '${HARNESS_NAME}'`);
    await trx.raw(`update worker_schedules set next_run_at = next_run_at - interval '1 minute'`);
  });
}

const SCENARIOS: Readonly<Record<Sabotage, Scenario>> = {
  'no-fence': {
    finds: /^writes hold the lock: run \d+ as QUEUED was written without the lock/,
    play: async (knex, database) => {
      await becomeDue(database);
      const schedulers = [await standUp(knex, 'first'), await standUp(knex, 'second')];
      for (const scheduler of schedulers.toReversed()) await scheduler?.tick();
      return schedulers;
    },
  },
  'fires-do-not-gate': {
    finds: /^every occurrence once: 2026-03-01T00:01:00.000Z was enqueued 2 times/,
    play: async (knex, database) => {
      await becomeDue(database);
      const scheduler = await standUp(knex, 'first');
      await scheduler?.tick();
      await database.plain.raw(`update worker_runs set status = 'CANCELLED'`);
      await setBack(database);
      await scheduler?.tick();
      return [scheduler];
    },
  },
  'unguarded-report': {
    finds: /^outcomes stay: run \d+ was over as INTERRUPTED and was written again \(SUCCESS\)/,
    play: async (knex, database) => {
      await becomeDue(database);
      const scheduler = await standUp(knex, 'first');
      await scheduler?.tick();
      const run = await claimNextRun(knex, { workerNames: ['w'], runnerId: 'r', leaseSeconds: 10 });
      await advanceClock(database.plain, '20 seconds');
      await scheduler?.tick();
      const report = { runId: run!.id, leaseToken: run!.leaseToken, outcome: 'SUCCESS' } as const;
      await reportOutcome(knex, report).catch(() => undefined);
      return [scheduler];
    },
  },
  'next-run-from-memory': {
    finds: /^agenda as the calendar: next_run_at became 2026-03-01T00:02:00.000Z, "30 4 \* \* \*" means/,
    play: async (knex, database) => {
      await becomeDue(database);
      const scheduler = await standUp(knex, 'first');
      const session = scheduler!.leading.session;
      const interrupted = leaderOn({
        ...{ backendPid: 0, lost: session.lost, listen: () => Promise.resolve(), destroy: () => undefined },
        ...{ tryToLead: () => Promise.resolve(true), waitToLead: () => Promise.resolve(true) },
        write: (work) => session.write(work),
        close: () => Promise.resolve(),
        read: async (work) => {
          const seen = await session.read(work);
          const { due = [] } = seen as { due?: unknown[] };
          if (due.length > 0) await patchSchedule(database.knex, { workerName: 'w', changes: { cron: '30 4 * * *' } });
          return seen;
        },
      });
      await interrupted.tick();
      return [scheduler];
    },
  },
  'retries-without-schedule-lock': {
    finds: /^agenda as the calendar: run \d+ was made from a paused schedule/,
    play: async (knex, database) => {
      await becomeDue(database);
      const scheduler = await standUp(knex, 'first');
      await scheduler?.tick();
      const run = await claimNextRun(knex, { workerNames: ['w'], runnerId: 'r', leaseSeconds: 10 });
      await reportOutcome(knex, { runId: run!.id, leaseToken: run!.leaseToken, outcome: 'FAILED', error: 'E: e' });
      const host = await database.knex.transaction();
      await pauseSchedule(host, { workerName: 'w' });
      await scheduler?.tick();
      await host.commit();
      return [scheduler];
    },
  },
};

describe('the checker of the chaos harness, when the product is broken', () => {
  let database: TestDatabase;

  before(async () => {
    database = await createStage();
  });
  after(() => database.drop());
  beforeEach(async () => {
    await clearStage(database);
    await setClock(database.plain, '2026-03-01T00:00:30Z');
  });

  /** Plays a scenario and lets what it owes be done; the violations as texts. */
  async function violationsOf(name: Sabotage, sabotage: Sabotage | undefined): Promise<string[]> {
    const knex = breakableKnex(database, sabotage);
    try {
      const schedulers = await SCENARIOS[name].play(knex, database);
      for (const scheduler of schedulers) await scheduler?.close();
    } finally {
      await knex.destroy();
    }
    return checkHistory(await historyOf(database)).map(({ rule, what }) => `${rule}: ${what}`);
  }

  for (const sabotage of SABOTAGES) {
    it(`finds ${sabotage}, and nothing when the product is whole`, async () => {
      expect(await violationsOf(sabotage, undefined)).to.deep.equal([]);
      await clearStage(database);
      await setClock(database.plain, '2026-03-01T00:00:30Z');
      const found = await violationsOf(sabotage, sabotage);
      expect(found.some((text) => SCENARIOS[sabotage].finds.test(text))).to.equal(true, found.join('\n'));
    });
  }
});
