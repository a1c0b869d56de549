import { findLedgerSequences, insertsRuns } from '../../lib/database/check-privileges.ts';
import { grantStatements } from '../../lib/database/grant-statements.ts';
import { type NamesInput, resolveNames } from '../../lib/database/names.ts';
import type { CommandResult } from '../command-result.ts';
import { connect } from '../connect.ts';
import type { Arguments } from '../read-arguments.ts';
import { UsageError } from '../usage.ts';

/** `grants`: with a database it also finds the sequence that a ledger of the host's may count with. */
export async function grantsCommand(given: Arguments, input: NamesInput): Promise<CommandResult> {
  const { role, parts } = given;
  if (role === undefined || parts === undefined) {
    throw new UsageError('grants needs --role, and --for with what its processes are: api, scheduler, runner.');
  }
  const names = resolveNames(input);
  const knex = await connect(given);
  try {
    const sequences = knex === undefined || !parts.some(insertsRuns) ? [] : await findLedgerSequences(knex, names);
    const statements = grantStatements(names, { role, parts, sequences });
    return { text: statements.map((statement) => `${statement};`).join('\n'), json: { statements } };
  } finally {
    await knex?.destroy();
  }
}
