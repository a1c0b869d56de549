import type { Knex } from 'knex';
import { hasSqlState, readGently } from './read-gently.ts';

/** The size of a table, as text because a bigint may exceed a number, and how many rows it has. */
export interface Measure {
  /** Rows and what is stored out of line. */
  readonly tableBytes: string;
  readonly indexBytes: string;
  /** Null when they are unknown. */
  readonly rowCount: string | null;
  readonly rowCountIs: 'exact' | 'estimated' | 'unknown';
}

/** Which table, and up to which size its rows are counted. */
export interface Wanted {
  readonly schema: string;
  readonly table: string;
  readonly exactUpToBytes: number;
}

interface Sizes {
  /** Its name as SQL wants it. */
  readonly quoted: string;
  /** Null for a table that was dropped after the catalogue was read. */
  readonly table_bytes: string | null;
  readonly index_bytes: string;
  readonly heap_bytes: string;
  readonly estimate: string | null;
}

/**
 * Measures a table. An estimate is made as PostgreSQL's planner makes it, from the rows per page that the last ANALYZE or
 * VACUUM found, and there is none before the first. `locked` when somebody keeps it locked, `gone` when it was dropped.
 */
export async function measureTable(knex: Knex, wanted: Wanted): Promise<Measure | 'locked' | 'gone'> {
  try {
    const sizes = await readSizes(knex, wanted);
    if (!sizes?.table_bytes) return 'gone';
    const isCounted = Number(sizes.heap_bytes) <= wanted.exactUpToBytes;
    const counted = isCounted ? await countRows(knex, sizes.quoted) : undefined;
    return { tableBytes: sizes.table_bytes, indexBytes: sizes.index_bytes, ...rowsOf(counted, sizes.estimate) };
  } catch (error) {
    if (hasSqlState(error, lockNotAvailable, queryCanceled)) return 'locked';
    if (hasSqlState(error, undefinedTable)) return 'gone';
    throw error;
  }
}

const lockNotAvailable = '55P03';
const queryCanceled = '57014';
const undefinedTable = '42P01';
const insufficientPrivilege = '42501';

function rowsOf(counted: string | undefined, estimate: string | null): Pick<Measure, 'rowCount' | 'rowCountIs'> {
  if (counted !== undefined) return { rowCount: counted, rowCountIs: 'exact' };
  return { rowCount: estimate, rowCountIs: estimate === null ? 'unknown' : 'estimated' };
}

async function readSizes(knex: Knex, { schema, table }: Wanted): Promise<Sizes | undefined> {
  const sql = `
    SELECT format('%I.%I', n.nspname, c.relname) AS quoted,
           pg_table_size(c.oid) AS table_bytes,
           pg_indexes_size(c.oid) AS index_bytes,
           pg_relation_size(c.oid) AS heap_bytes,
           CASE WHEN c.reltuples >= 0 AND c.relpages > 0
                THEN (c.reltuples::float8 / c.relpages
                      * (pg_relation_size(c.oid) / current_setting('block_size')::bigint))::bigint
            END AS estimate
      FROM pg_catalog.pg_class AS c
      JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname = ? AND c.relname = ? AND c.relkind = 'r'`;
  return (await readGently<Sizes>(knex, sql, [schema, table]))[0];
}

/** Undefined when it takes too long or is not ours to read. */
async function countRows(knex: Knex, quoted: string): Promise<string | undefined> {
  try {
    // In knex's text a question mark is a binding.
    const sql = `SELECT count(*) AS rows FROM ONLY ${quoted.replaceAll('?', '\\?')}`;
    return (await readGently<{ rows: string }>(knex, sql))[0]?.rows;
  } catch (error) {
    if (hasSqlState(error, queryCanceled, insufficientPrivilege, lockNotAvailable)) return undefined;
    throw error;
  }
}
