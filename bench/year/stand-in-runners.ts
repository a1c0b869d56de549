import type { Knex } from 'knex';
import type { Agenda } from './agenda.ts';
import { behaviourOf } from './behaviour.ts';

const HOUR = 3_600_000;

interface Claimable {
  readonly id: string;
  readonly worker: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly attempt: number;
}

interface Ending {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILED' | 'RUNNING';
  /** End of the lease, in milliseconds since 1970. */
  readonly lease: number | null;
}

const LOOK = `SELECT json_build_object(
  'next', (SELECT extract(epoch FROM s.next_run_at) * 1000 FROM worker_schedules s
    WHERE s.next_run_at IS NOT NULL ORDER BY s.next_run_at LIMIT 1),
  'queued', (SELECT coalesce(json_agg(json_build_object('id', r.id::text, 'worker', r.worker_name,
      'at', round(extract(epoch FROM r.scheduled_for) * 1000), 'attempt', r.attempt)), '[]'::json)
    FROM worker_runs r WHERE r.status = 'QUEUED' AND (r.not_before IS NULL OR r.not_before <= now())))::text AS json`;

const END = `UPDATE worker_runs r
  SET status = e.status::worker_run_status, started_at = coalesce(r.started_at, now()),
      finished_at = CASE WHEN e.status <> 'RUNNING' THEN now() END, lease_expires_at = to_timestamp(e.lease / 1000)
  FROM jsonb_to_recordset(?::jsonb) AS e(id bigint, status text, lease float8) WHERE r.id = e.id`;

/** All the runners of a simulation: each time that they look, they take what is queued, in bulk, and end what is done. */
export class StandInRunners {
  readonly #knex: Knex;
  readonly #seed: number;
  readonly #agendas: ReadonlyMap<string, Agenda>;
  readonly #working = new Map<string, number>();

  constructor(knex: Knex, seed: number, agendas: readonly Agenda[]) {
    this.#knex = knex;
    this.#seed = seed;
    this.#agendas = new Map(agendas.map((agenda) => [agenda.workerName, agenda]));
  }

  /** Works at the instant `now`. Returns the earliest next run in the rows (milliseconds since 1970). */
  async work(now: number): Promise<number> {
    const { rows } = await this.#knex.raw<{ rows: { json: string }[] }>(LOOK);
    const { next, queued } = JSON.parse(rows[0]?.json ?? '') as { next: number; queued: Claimable[] };
    const endings = [...this.#finish(now), ...queued.map((run) => this.#begin(run, now))];
    if (endings.length > 0) await this.#knex.raw(END, [JSON.stringify(endings)]);
    return next;
  }

  *#finish(now: number): Generator<Ending> {
    for (const [id, until] of this.#working) {
      if (until > now) continue;
      this.#working.delete(id);
      yield { id, status: 'SUCCESS', lease: null };
    }
  }

  #begin({ id, worker, at, attempt }: Claimable, now: number): Ending {
    const agenda = this.#agendas.get(worker);
    if (agenda === undefined) throw new Error(`Nobody knows the worker ${worker}`);
    const behaviour = behaviourOf(this.#seed, { agenda, scheduledFor: at, attempt });
    if (behaviour.kind === 'succeed') return { id, status: 'SUCCESS', lease: null };
    if (behaviour.kind === 'fail') return { id, status: 'FAILED', lease: null };
    const until = now + behaviour.hours * HOUR;
    if (behaviour.kind === 'abandon') return { id, status: 'RUNNING', lease: until };
    this.#working.set(id, until);
    return { id, status: 'RUNNING', lease: null };
  }
}
