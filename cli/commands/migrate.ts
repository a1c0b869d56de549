import type { Knex } from 'knex';
import type { NamesInput } from '../../lib/database/names.ts';
import { migrate } from '../../migrations/index.ts';
import { migrationSql } from '../../migrations/migration-sql.ts';
import type { CommandResult } from '../command-result.ts';
import { connect, connectOrRefuse } from '../connect.ts';
import type { Arguments } from '../read-arguments.ts';

function migrateOptions({ patienceSeconds }: Arguments, names: NamesInput) {
  const logger = { debug: quiet, info: toStandardError, warn: toStandardError, error: toStandardError };
  return { names, logger, ...(patienceSeconds === undefined ? {} : { patienceSeconds }) };
}

const quiet = (): void => undefined;
const toStandardError = (message: string): void => void process.stderr.write(`${message}\n`);

async function runMigrations(given: Arguments, names: NamesInput): Promise<CommandResult> {
  const knex = await connectOrRefuse(given);
  try {
    const applied = await migrate(knex, migrateOptions(given, names));
    const text =
      applied.length === 0 ? 'Nothing to do: the database has all that is needed.' : `Applied ${applied.join(', ')}.`;
    return { text, json: { applied } };
  } finally {
    await knex.destroy();
  }
}

/** psql runs it as it stands; semicolons at the end of a line, a blank line between two statements. */
function script(statements: readonly string[], knex: Knex | undefined): string {
  if (statements.length === 0) return '-- Nothing to do: the database has all that is needed.';
  const of = knex === undefined ? 'a database without a ledger' : 'this database as it is now';
  const head = [
    `-- What worker-schedules migrate would execute, for ${of}.`,
    '-- psql -v ON_ERROR_STOP=1 -f this-file.sql, as the owner of the tables, while nobody else migrates. Not with -1: some',
    '-- statements run outside transactions. Stopped by a lock_timeout? Print it again: it goes on where it ended.',
  ].join('\n');
  return [head, ...statements.map((statement) => `${statement};`)].join('\n\n');
}

async function printSql(given: Arguments, names: NamesInput): Promise<CommandResult> {
  const knex = await connect(given);
  try {
    const statements = await migrationSql(knex, { names });
    return { text: script(statements, knex), json: { statements } };
  } finally {
    await knex?.destroy();
  }
}

/** `migrate` and `migrate --sql`. */
export async function migrateCommand(given: Arguments, names: NamesInput): Promise<CommandResult> {
  return given.sql ? await printSql(given, names) : await runMigrations(given, names);
}
