import type { Knex } from 'knex';
import type { NamesInput } from '../../lib/database/names.ts';
import { readServer, type ServerFacts } from '../../lib/database/read-server.ts';
import { type ActiveRuns, countActiveRuns } from '../../lib/ledger/count-active-runs.ts';
import { listServedWorkers } from '../../lib/ledger/list-served-workers.ts';
import { countSchedules, type ScheduleCounts } from '../../lib/schedules/count-schedules.ts';
import { readSchedulerHealth, type SchedulerHealth } from '../../lib/schedules/scheduler-health.ts';
import { getSchedulerState, type SchedulerState } from '../../lib/schedules/scheduler-state.ts';
import { type SchedulerVerdict, schedulerVerdict } from '../../lib/schedules/scheduler-verdict.ts';
import { type MigrationState, readMigrationState } from '../../migrations/read-migration-state.ts';
import type { CommandResult } from '../command-result.ts';
import { connectOrRefuse } from '../connect.ts';
import { agoText, elapsedText } from '../elapsed-text.ts';
import type { Arguments } from '../read-arguments.ts';

interface Status {
  readonly server: ServerFacts;
  readonly migrations: MigrationState;
  readonly schedules: ScheduleCounts;
  readonly scheduler: SchedulerHealth & { readonly verdict: SchedulerVerdict; readonly state: SchedulerState | null };
  readonly runs: ActiveRuns;
  /** Workers that some live runner serves. */
  readonly served: readonly string[];
}

async function readScheduler(knex: Knex, names: NamesInput): Promise<Status['scheduler']> {
  const state = await getSchedulerState(knex, { names });
  const health = await readSchedulerHealth(knex, { names });
  return { ...health, verdict: schedulerVerdict(health, state), state: state ?? null };
}

async function readStatus(knex: Knex, names: NamesInput): Promise<Status | Pick<Status, 'server' | 'migrations'>> {
  const server = await readServer(knex);
  const migrations = await readMigrationState(knex, { names });
  if (migrations.pending.length > 0) return { server, migrations };
  return {
    server,
    migrations,
    schedules: await countSchedules(knex, { names }),
    scheduler: await readScheduler(knex, names),
    runs: await countActiveRuns(knex, { names }),
    served: await listServedWorkers(knex, { names }),
  };
}

function migrationsText({ applied, pending }: MigrationState): string {
  const steps = applied.length === 0 ? 'no step in our own books' : applied.join(', ');
  return pending.length === 0 ? `complete (${steps})` : `incomplete (${steps}); missing: ${pending.join(', ')}`;
}

function schedulesText({ enabled, paused, due, faulty }: ScheduleCounts, { now, dueSince }: SchedulerHealth): string {
  const late = dueSince === null ? '' : `, the earliest late by ${elapsedText(now.getTime() - dueSince.getTime())}`;
  return `${enabled} enabled, ${paused} paused, ${faulty.length} faulty, ${due} due${late}`;
}

function schedulerText({ verdict, state, now, standbys }: Status['scheduler']): string {
  const ago = (instant: Date | null = null): string => agoText(instant, now);
  const waiting = standbys.length === 0 ? 'no standby waits' : `${standbys.length} waiting`;
  if (verdict === 'leaderless') return `nobody leads; last tick ${ago(state?.lastTickAt)}, ${waiting}`;
  const leader = state?.leader ?? 'an unknown leader';
  return `${leader} leads since ${ago(state?.leadingSince)}, last tick ${ago(state?.lastTickAt)} (${verdict}), ${waiting}`;
}

function runsText({ queued, waiting, running, overdue, foreign }: ActiveRuns): string {
  return `${queued} queued, ${waiting} waiting for their time, ${running} running (${overdue} overdue, ${foreign} of the host's own)`;
}

function linesOf(status: Awaited<ReturnType<typeof readStatus>>): string[] {
  const { server, migrations } = status;
  const first = [
    `Database    PostgreSQL ${server.version}, database ${server.database}, role ${server.role}`,
    `Migrations  ${migrationsText(migrations)}`,
  ];
  if (!('schedules' in status)) return first;
  return [
    ...first,
    `Schedules   ${schedulesText(status.schedules, status.scheduler)}`,
    `Scheduler   ${schedulerText(status.scheduler)}`,
    `Runs        ${runsText(status.runs)}`,
    `Runners     ${status.served.length === 0 ? 'none is alive' : `alive for ${status.served.join(', ')}`}`,
  ];
}

/** `status`: what is there, without a judgement, but for a database that is not migrated. */
export async function statusCommand(given: Arguments, names: NamesInput): Promise<CommandResult> {
  const knex = await connectOrRefuse(given);
  try {
    const status = await readStatus(knex, names);
    return { text: linesOf(status).join('\n'), json: status, faulty: !('schedules' in status) };
  } finally {
    await knex.destroy();
  }
}
