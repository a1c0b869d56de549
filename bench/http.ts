import type { Knex } from 'knex';
import { type BenchDatabase, createBenchDatabase } from './bench-database.ts';
import { endpoints } from './http/endpoints.ts';
import { Forked } from './processes/forked.ts';
import type { LoadOrder, LoadResult } from './http/load.ts';
import { forgetPosted, seedHost } from './http/seed-host.ts';
import { machine, median, print, tableRow } from './print.ts';

/*
 * Requests per second of the router beside a hand-written Express route that sends the same SQL: two servers, one client,
 * each a process of its own, asked in turns. `--ci` is short, and ends with 1 when the router has collapsed; a word takes
 * only the endpoints that have it in their name.
 */
const given = process.argv.slice(2);
const isShort = given.includes('--ci');
const word = given.find((argument) => argument !== '--ci') ?? '';
const ROUNDS = isShort ? 3 : 5;
/** A round is made of short turns, so that what else the machine does falls on both alike. */
const TURNS = isShort ? 2 : 6;
const MILLISECONDS = isShort ? 250 : 500;
const CONNECTIONS = 8;

/** The router keeps at least this share of the bare route's requests per second: it costs at most 25 % over it. */
const TARGET = 1 / 1.25;
const COLLAPSED = TARGET / 3;

type Side = 'bare' | 'ours';
const sides: readonly [Side, Side] = ['bare', 'ours'];

/** What one side answered, in how long, and with how many microseconds of its processor. */
interface Measured {
  requests: number;
  milliseconds: number;
  cpu: number;
}

const nothing: Readonly<Measured> = { requests: 0, milliseconds: 0, cpu: 0 };

type Round = Readonly<Record<Side, Measured>>;

interface Bench {
  readonly knex: Knex;
  readonly client: Forked;
  readonly servers: Readonly<Record<Side, Forked>>;
}

await main();

async function main(): Promise<void> {
  const database = await createBenchDatabase();
  try {
    await seedHost(database.knex);
    await printTable(database);
  } finally {
    await database.drop();
  }
}

async function printTable({ url, version, knex }: BenchDatabase): Promise<void> {
  const start = (side: Side): Forked => new Forked(script('serve.ts'), side, { env: { DATABASE_URL: url } });
  const bench = {
    knex,
    client: new Forked(script('load.ts'), ''),
    servers: { bare: start('bare'), ours: start('ours') },
  };
  try {
    print(`${machine()}, PostgreSQL ${version}, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of both`);
    print(tableRow('', ['bare', 'router', 'share', 'least', 'bare', 'router']));
    print(tableRow('', ['req/s', 'req/s', '', '', 'CPU µs', 'CPU µs']));
    const chosen = endpoints.filter(({ name }) => name.includes(word));
    for (const endpoint of chosen) await printEndpoint(bench, endpoints.indexOf(endpoint));
  } finally {
    for (const forked of [bench.client, ...Object.values(bench.servers)]) forked.end();
  }
}

function script(name: string): URL {
  return new URL(`http/${name}`, import.meta.url);
}

async function printEndpoint(bench: Bench, endpoint: number): Promise<void> {
  const rounds: Round[] = [];
  // Lower numbers were asked for when the bare routes were made.
  let from = 100;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = await measureRound(bench, { endpoint, from });
    from += measured.bare.requests + measured.ours.requests;
    // The first one warms both up.
    if (round > 0) rounds.push(measured);
  }
  const share = median(rounds.map(({ bare, ours }) => rateOf(ours) / rateOf(bare)));
  const columns = (pick: (one: Measured) => number): string[] =>
    sides.map((side) => Math.round(median(rounds.map((round) => pick(round[side])))).toLocaleString('en'));
  const cells = [
    ...columns(rateOf),
    share.toFixed(2),
    TARGET.toFixed(2),
    ...columns(({ cpu, requests }) => cpu / requests),
  ];
  print(tableRow(endpoints[endpoint]?.name ?? '', cells));
  if (isShort && !(share >= COLLAPSED)) process.exitCode = 1;
}

function rateOf({ requests, milliseconds }: Measured): number {
  return (requests / milliseconds) * 1000;
}

async function measureRound(bench: Bench, { endpoint, from }: Pick<LoadOrder, 'endpoint' | 'from'>): Promise<Round> {
  const total = { bare: { ...nothing }, ours: { ...nothing } };
  for (let turn = 0; turn < 2 * TURNS; turn += 1) {
    const side: Side = turn % 4 === 0 || turn % 4 === 3 ? 'bare' : 'ours';
    const next = from + total.bare.requests + total.ours.requests;
    const measured = await measureTurn(bench, side, { endpoint, from: next });
    for (const key of ['requests', 'milliseconds', 'cpu'] as const) total[side][key] += measured[key];
  }
  return total;
}

async function measureTurn(
  { knex, client, servers }: Bench,
  side: Side,
  what: Pick<LoadOrder, 'endpoint' | 'from'>,
): Promise<Measured> {
  await forgetPosted(knex);
  const server = servers[side];
  const port = await server.ask<number>('port');
  const before = await server.ask<NodeJS.CpuUsage>('cpu');
  const order: LoadOrder = { ...what, port, milliseconds: MILLISECONDS, connections: CONNECTIONS };
  const { requests, milliseconds } = await client.ask<LoadResult>('load', order);
  const after = await server.ask<NodeJS.CpuUsage>('cpu');
  return { requests, milliseconds, cpu: after.user + after.system - before.user - before.system };
}
