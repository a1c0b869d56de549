import { WorkerSchedulesError } from '../lib/errors.ts';

/** Why the migrations do not touch a database. */
export interface MigrationFault {
  readonly code:
    | 'schema_absent'
    | 'not_a_table'
    | 'column_missing'
    | 'column_misfit'
    | 'unknown_label'
    | 'key_missing'
    | 'table_foreign'
    | 'two_active_runs'
    | 'retry_chain'
    | 'right_missing';
  readonly message: string;
  /** SQL that finds the rows at fault, or that puts right what is missing; null when a sentence is all there is. */
  readonly statement: string | null;
}

/** One error for all faults, each with its statement. */
export function refusal(faults: readonly MigrationFault[], so = 'Nothing was changed.'): WorkerSchedulesError {
  const sentences = faults.map(({ message, statement }) => (statement === null ? message : `${message} ${statement};`));
  return new WorkerSchedulesError('migration_refused', `The migration was refused. ${so} ${sentences.join(' ')}`, {
    details: { faults },
  });
}

/** A fault without rows, or with the statement that finds them. */
export function fault(code: MigrationFault['code'], message: string, statement: string | null = null): MigrationFault {
  return { code, message, statement };
}
