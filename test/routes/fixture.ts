import type { RequestListener, Server } from 'node:http';
import { expect } from 'chai';
import request, { type Response } from 'supertest';
import { matchRoute } from '../../routes/match-route.ts';
import { routes } from '../../routes/route-table.ts';
import { problemSchema } from '../../routes/schemas/problem-schema.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { addressOf, type HostKind, type HostOptions } from './hosts/host-kind.ts';
import { hosts } from './hosts/hosts.ts';

export interface CallOptions {
  /** An object is sent as JSON, text as it is. */
  readonly send?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null for a caller without a name. */
  readonly token?: string | null;
  readonly host?: Partial<HostOptions>;
  /** A host that listens already; without it one is made for the call. */
  readonly server?: Server;
}

/** What a call was answered with. */
export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Empty when the body is no JSON object. */
  readonly body: { readonly [member: string]: unknown };
}

/** A Tuesday. */
export const NOW = '2026-03-10T12:00:00Z';

/** A schedule body that the worker `ner` takes; the next run is 2026-03-11T08:00Z. */
export const NINE_IN_BERLIN = { cron: '0 9 * * *', timezone: 'Europe/Berlin', request: { folder: '/in' } };

/** Calls to one host over one database, every answer checked against what the route table declares. */
export class Fixture {
  readonly kind: HostKind;
  readonly #database: () => TestDatabase | undefined;

  constructor(kind: HostKind, database: () => TestDatabase | undefined) {
    this.kind = kind;
    this.#database = database;
  }

  get database(): TestDatabase {
    const database = this.#database();
    if (database === undefined) throw new Error('The database is made before the tests');
    return database;
  }

  async reset(): Promise<void> {
    await setClock(this.database.plain, NOW);
    await this.database.plain.raw(
      'truncate worker_runs, worker_schedules, worker_schedule_fires, worker_runners, worker_scheduler_state',
    );
  }

  listener(host: Partial<HostOptions>): RequestListener {
    return this.kind.listener({ knex: this.database.knex, ...host });
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answered> {
    const { host = {}, headers = {}, token = 'operator', send } = options;
    const listener = options.server ?? this.listener(host);
    const address = `${addressOf(host)}${path}`;
    const agent = request(listener) as unknown as Record<string, (path: string) => request.Test>;
    const started = agent[method.toLowerCase()]!(address);
    if (token !== null) void started.set('authorization', token);
    for (const [name, value] of Object.entries(headers)) void started.set(name, value);
    const response = readAnswer(await (send === undefined ? started : started.send(send)));
    checkAnswer(method, path, response);
    return response;
  }

  /** Everything that is stored, to see that a refused call changed nothing. */
  async stored(): Promise<string> {
    const [row] = await query<{ all: string }>(
      this.database,
      `select concat((select json_agg(s order by s.worker_name) from worker_schedules s),
                     (select json_agg(r order by r.id) from worker_runs r),
                     (select json_agg(f order by f.scheduled_at) from worker_schedule_fires f)) as all`,
    );
    return row!.all;
  }

  /** Puts a run into the ledger as somebody else would, and returns its id. */
  async seedRun(columns: Readonly<Record<string, unknown>>): Promise<string> {
    const row = { worker_name: 'ner', status: 'QUEUED', trigger: 'API', queued_at: NOW, request: '{}', ...columns };
    const [stored] = await this.database
      .plain<{ id: string }>('worker_runs')
      .insert(row as object)
      .returning('id');
    return stored!.id;
  }
}

/** The library's answer, whose text is missing where there is no body. */
type Received = Omit<Response, 'body' | 'text'> & Pick<Answered, 'body'> & { readonly text?: string };

function readAnswer({ status, type, headers, text = '', body }: Received): Answered {
  return { status, type, headers: headers, text, body };
}

function checkAnswer(method: string, path: string, response: Answered): void {
  if (response.type === 'application/problem+json') problemSchema.parse(response.body);
  if (response.status >= 300) return;
  const match = matchRoute(routes, method, path.split('?')[0]!);
  if (match.kind !== 'route') return;
  const schema = match.route.answers[response.status];
  expect(schema, `${match.route.name} declares ${response.status}`).not.to.equal(undefined);
  if (schema === null || method === 'HEAD') expect(response.text).to.equal('');
  else schema?.parse(response.body);
}

/** Runs the same tests on every framework, over one database. */
export function onEveryHost(what: string, tests: (fixture: Fixture) => void): void {
  describe(what, () => {
    let database: TestDatabase | undefined;
    before(async () => {
      database = await createTestDatabase({ fakeClock: true });
    });
    after(() => database?.drop());
    for (const kind of hosts) {
      describe(`on ${kind.name}`, () => {
        const fixture = new Fixture(kind, () => database);
        beforeEach(() => fixture.reset());
        tests(fixture);
      });
    }
  });
}

/** What a problem says: its status, code and the paths of its faults. */
export function problemOf({ status, body }: Answered): { status: number; code: unknown; paths: unknown[] } {
  const { code, errors = [] } = body as { code?: unknown; errors?: { path: unknown }[] };
  return { status, code, paths: errors.map(({ path }) => path) };
}
