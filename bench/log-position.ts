import type { Knex } from 'knex';

/** Bytes of write-ahead log since the server was made. */
export async function logPosition(knex: Knex): Promise<number> {
  const { rows } = await knex.raw<{ rows: { bytes: string }[] }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS bytes`,
  );
  return Number(rows[0]?.bytes);
}
