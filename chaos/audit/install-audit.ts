import type { Names } from '../../lib/database/names.ts';

/*
 * The harness's witnesses. Each change of a schedule, a fire, a run or the state row leaves a row in chaos.audit, in the same
 * transaction. `seq` is drawn while the changed row is locked, so for one worker it is the order of the commits; `begun` is
 * the transaction's now(), `at` the statement's; `leads` says whether the backend that wrote held the leader's lock.
 */
const TABLE = `CREATE SCHEMA chaos;
CREATE TABLE chaos.audit (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL, op text NOT NULL, worker_name text, app text NOT NULL, backend int NOT NULL,
  begun timestamptz NOT NULL, at timestamptz NOT NULL, leads boolean NOT NULL, old jsonb, new jsonb
)`;

function leadsSql({ lockKey: [group, install] }: Names): string {
  return `CREATE FUNCTION chaos.leads() RETURNS boolean LANGUAGE sql AS $$
    SELECT EXISTS (SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE l.locktype = 'advisory' AND l.granted AND l.pid = pg_backend_pid() AND d.datname = current_database()
        AND l.objsubid = 2 AND l.classid = ${group >>> 0}::bigint::oid AND l.objid = ${install >>> 0}::bigint::oid) $$`;
}

/** What is kept of a row, and which changes are worth keeping. */
interface Witness {
  readonly subject: string;
  readonly table: string;
  readonly worker: string;
  /** Joins the new rows \`n\` with the old rows \`o\`. */
  readonly key: string;
  readonly kept: (alias: string) => string;
  /** Which updates are kept. */
  readonly matters: string;
}

const RUN_MEMBERS = [
  ...['id', 'status', 'trigger', 'attempt', 'retry_of', 'scheduled_for', 'not_before', 'queued_at', 'started_at'],
  ...['finished_at', 'lease_expires_at', 'cancel_requested_at', 'error'],
];

function runJson(alias: string): string {
  return `jsonb_build_object(${RUN_MEMBERS.map((member) => `'${member}', ${alias}.${member}`).join(', ')})`;
}

const WITNESSES: readonly Witness[] = [
  {
    ...{ subject: 'schedule', table: 'worker_schedules', worker: 'worker_name', key: 'o.worker_name = n.worker_name' },
    ...{ kept: (alias) => `to_jsonb(${alias})`, matters: 'true' },
  },
  {
    ...{ subject: 'fire', table: 'worker_schedule_fires', worker: 'worker_name' },
    key: 'o.worker_name = n.worker_name AND o.scheduled_at = n.scheduled_at',
    ...{ kept: (alias) => `to_jsonb(${alias})`, matters: 'true' },
  },
  {
    ...{ subject: 'run', table: 'worker_runs', worker: 'worker_name', key: 'o.id = n.id', kept: runJson },
    matters: `n.status <> o.status OR o.status NOT IN ('QUEUED', 'RUNNING')
      OR n.cancel_requested_at IS DISTINCT FROM o.cancel_requested_at`,
  },
  {
    ...{ subject: 'state', table: 'worker_scheduler_state', worker: 'leader', key: 'o.id = n.id' },
    ...{ kept: () => 'NULL::jsonb', matters: 'true' },
  },
];

function witnessSql({ subject, table, worker, key, kept, matters }: Witness): string[] {
  const insert = (alias: string, old: string, now: string): string =>
    `INSERT INTO chaos.audit (subject, op, worker_name, app, backend, begun, at, leads, old, new)
     SELECT '${subject}', TG_OP, ${alias}.${worker}, current_setting('application_name'), pg_backend_pid(), now(),
            statement_timestamp(), holds, ${old}, ${now}`;
  const request = subject === 'run' ? ` || jsonb_build_object('request', n.request)` : '';
  const trigger = (op: string, tables: string): string =>
    `CREATE TRIGGER chaos_${op.toLowerCase()} AFTER ${op} ON ${table} REFERENCING ${tables}
       FOR EACH STATEMENT EXECUTE FUNCTION chaos.witness_${subject}()`;
  return [
    `CREATE FUNCTION chaos.witness_${subject}() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE holds boolean := chaos.leads();
     BEGIN
       IF TG_OP = 'INSERT' THEN ${insert('n', 'NULL', `${kept('n')}${request}`)} FROM new_rows n;
       ELSIF TG_OP = 'UPDATE' THEN
         ${insert('n', kept('o'), kept('n'))} FROM new_rows n JOIN old_rows o ON ${key} WHERE ${matters};
       ELSE ${insert('o', kept('o'), 'NULL')} FROM old_rows o;
       END IF;
       RETURN NULL;
     END $$`,
    trigger('INSERT', 'NEW TABLE AS new_rows'),
    trigger('UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'),
    trigger('DELETE', 'OLD TABLE AS old_rows'),
  ];
}

/** Runs of these workers cannot be written: what a broken constraint or a full disk would do to a host. */
const UNWRITABLE = [
  'CREATE TABLE chaos.unwritable (worker_name text PRIMARY KEY)',
  `CREATE FUNCTION chaos.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     IF EXISTS (SELECT 1 FROM chaos.unwritable u WHERE u.worker_name = NEW.worker_name) THEN
       RAISE EXCEPTION 'the host refuses runs of %', NEW.worker_name USING ERRCODE = 'check_violation';
     END IF;
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER chaos_refuse BEFORE INSERT ON worker_runs FOR EACH ROW EXECUTE FUNCTION chaos.refuse()`,
];

/** The statements that put the witnesses beside an install with default names. */
export function auditStatements(names: Names): string[] {
  return [TABLE, leadsSql(names), ...WITNESSES.flatMap(witnessSql), ...UNWRITABLE];
}
