import knexModule, { type Knex } from 'knex';
import pg from 'pg';

/** A host's foreign instant: neither a Date nor text, as hosts with a date library have. */
export class ForeignInstant {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A host's foreign jsonb or json value, wrapped instead of parsed. */
export class ForeignJson {
  readonly parsed: unknown;
  constructor(text: string) {
    this.parsed = JSON.parse(text);
  }
}

/**
 * The knex of a host. With TEST_HOST_FLAVOUR=mapped it is a host that has snake-case mappers and type parsers of its
 * own, which change whatever a builder or a raw query returns.
 */
export function hostKnex(url: string, overrides: Knex.Config = {}): Knex {
  const pool = { min: 0, max: 10 };
  const base: Knex.Config = { client: 'pg', connection: url, pool };
  if (process.env['TEST_HOST_FLAVOUR'] !== 'mapped') return knexModule({ ...base, ...overrides });
  // knex's types know no `types`, which it hands to pg.
  const connection = { connectionString: url, types: foreignTypes } as Knex.PgConnectionConfig;
  return knexModule({ ...base, connection, ...mappers, ...overrides });
}

const foreignParsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: (text) => BigInt(text),
  114: (text) => new ForeignJson(text),
  1184: (text) => new ForeignInstant(text),
  3802: (text) => new ForeignJson(text),
};

const ordinaryParser: (oid: number, format?: 'text') => unknown = pg.types.getTypeParser;

const foreignTypes = {
  getTypeParser: (oid: number, format?: 'text') => foreignParsers[oid] ?? ordinaryParser(oid, format),
};

const mappers = {
  wrapIdentifier: (name: string, wrap: (name: string) => string) => wrap(name === '*' ? name : toSnakeCase(name)),
  postProcessResponse: (result: unknown) => camelise(result),
};

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toCamelCase(name: string): string {
  return name.replace(/(?<=[^_])_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Renames the keys of rows at every depth, in a raw result those of its rows. */
function camelise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelise);
  if (typeof value !== 'object' || value === null) return value;
  if ('rows' in value && 'rowCount' in value) return Object.assign(value, { rows: camelise(value.rows) });
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [toCamelCase(name), camelise(inner)]));
}
