import { type Queryable, readRow } from './read-rows.ts';

/** Which server answers, and as whom. */
export interface ServerFacts {
  /** As people say it: "15.13". */
  readonly version: string;
  /** As PostgreSQL counts it: 150013. */
  readonly versionNumber: number;
  readonly database: string;
  readonly role: string;
  /** A standby server, which only reads. */
  readonly inRecovery: boolean;
  /** The database's clock. */
  readonly now: Date;
}

interface ServerRow extends Omit<ServerFacts, 'now' | 'versionNumber' | 'inRecovery'> {
  readonly version_number: number;
  readonly in_recovery: boolean;
  readonly now: string;
}

/** Reads which server is at the other end. */
export async function readServer(database: Queryable): Promise<ServerFacts> {
  const row = await readRow<ServerRow>(
    database,
    `SELECT json_build_object('version', split_part(current_setting('server_version'), ' ', 1),
       'version_number', current_setting('server_version_num')::int, 'database', current_database(),
       'role', current_user, 'in_recovery', pg_is_in_recovery(), 'now', statement_timestamp())::text AS json`,
  );
  if (row === undefined) throw new Error('A server says what it is in one row');
  const { version, version_number, database: name, role, in_recovery, now } = row;
  return { version, versionNumber: version_number, database: name, role, inRecovery: in_recovery, now: new Date(now) };
}
