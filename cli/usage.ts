/** A command line that cannot be understood; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Exit codes, as docs/adopting.md and the help describe them. */
export const EXIT = { done: 0, failed: 1, usage: 2, faulty: 3 } as const;

/** What `worker-schedules --help` prints. */
export const USAGE = `worker-schedules <command> [options]

Commands
  migrate             bring the database to what this version needs
  migrate --sql       print the SQL instead, for whoever runs it: for the database that is given, or for one without a ledger
  rollback            take away what the migrations made: schedules and fires, and of the ledger what is ours
  grants              print the statements that give a role its rights (--role, --for)
  status              how far the database is migrated; schedules, leader, runs and runners
  doctor              what is wrong or may be: schema, rights, pooler, clocks, leader, rows

Which database
  --url <address>     postgres://…; default: the environment variable DATABASE_URL
  --knexfile <path>   a knexfile of CommonJS, an ES module, or TypeScript where Node.js can load it
  --env <name>        its environment; default: NODE_ENV or development
  --names <path>      a JSON file with the option \`names\`, for an install with names of its own

Options
  --role <name>       doctor, grants: whose rights; default for doctor: the role of the connection
  --for <kinds>       doctor, grants: api, scheduler, runner, or several with commas; default for doctor: all three
  --patience <s>      migrate, rollback: seconds to go on trying for a table in use; default: 600
  --yes               rollback: do not ask
  --json              print one JSON value instead of text
  --help, --version

Exit codes
  0  done, and nothing is wrong     1  failed; one line on the standard error says why
  2  the command line is wrong      3  done, and something is wrong (status, doctor)
`;
