import type { Knex } from 'knex';

/**
 * Statements that put a clock of the test in front of the database's: `now()` and `statement_timestamp()`, unqualified,
 * are found in the schema `fake` first by every connection that is made afterwards.
 */
export function fakeClockStatements(database: string): readonly string[] {
  return [
    'create schema fake',
    `create table fake.clock (
       only_row boolean primary key default true check (only_row),
       fixed timestamptz,
       shift interval not null default '0'
     )`,
    'insert into fake.clock default values',
    clockFunction('now'),
    clockFunction('statement_timestamp'),
    'grant usage on schema fake to public',
    'grant select on fake.clock to public',
    // pg_catalog must be named: left out, it is searched first.
    `alter database ${database} set search_path = fake, pg_catalog, public`,
  ];
}

function clockFunction(name: string): string {
  return `create function fake.${name}() returns timestamptz language sql stable
    as $$ select coalesce(fixed, pg_catalog.${name}() + shift) from fake.clock $$`;
}

/** Stops the clock at this instant. */
export async function setClock(knex: Knex, iso: string): Promise<void> {
  await knex.raw('update fake.clock set fixed = ?::timestamptz', [iso]);
}

/** Moves the clock by an interval ("90 seconds", "-1 hour"): a stopped one stays stopped, a running one goes on. */
export async function advanceClock(knex: Knex, interval: string): Promise<void> {
  await knex.raw(
    `update fake.clock
     set fixed = fixed + ?::interval, shift = case when fixed is null then shift + ?::interval else shift end`,
    [interval, interval],
  );
}

/** Lets the clock run, this interval apart from the real one. */
export async function shiftClock(knex: Knex, interval: string): Promise<void> {
  await knex.raw('update fake.clock set fixed = null, shift = ?::interval', [interval]);
}
