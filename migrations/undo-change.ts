import { asCheckText } from '../lib/database/expression-text.ts';
import { quote } from '../lib/database/identifiers.ts';
import type { Names } from '../lib/database/names.ts';
import { execute, readRow } from '../lib/database/read-rows.ts';
import { forgetChange } from './books.ts';
import type { MadeChange } from './change.ts';
import type { Workplace } from './workplace.ts';

/** Takes away what a change made, and forgets it. What is gone already is no fault. */
export async function undoChange(workplace: Workplace, names: Names, made: MadeChange): Promise<void> {
  if (made.kind === 'index') await dropIndex(workplace, names, made);
  const undo = await undoOf(workplace, names, made);
  await workplace.briefly(async (trx) => {
    for (const statement of undo.statements) await execute(trx, statement);
    await forgetChange(trx, names, made);
  });
  for (const statement of undo.after) await execute(workplace.database, statement);
}

/** `after` reads the table's rows, and so runs outside the transaction that holds the lock. */
interface Undo {
  readonly statements: readonly string[];
  readonly after: readonly string[];
}

function undoBy(...statements: readonly string[]): Undo {
  return { statements, after: [] };
}

async function dropIndex({ live, database }: Workplace, names: Names, { name }: MadeChange): Promise<void> {
  await execute(database, `DROP INDEX ${live ? 'CONCURRENTLY ' : ''}IF EXISTS ${names.schema}.${quote(name)}`);
}

async function undoOf(workplace: Workplace, names: Names, made: MadeChange): Promise<Undo> {
  const { kind, name, detail } = made;
  const table = `ALTER TABLE IF EXISTS ${names.runs}`;
  switch (kind) {
    case 'table':
      return undoBy(`DROP TABLE IF EXISTS ${names.schema}.${quote(name)}`);
    case 'type':
      return (await isUsed(workplace, names, name))
        ? undoBy()
        : undoBy(`DROP TYPE IF EXISTS ${names.schema}.${quote(name)}`);
    case 'columns':
      return undoBy(
        `${table} ${(detail.columns ?? []).map((column) => `DROP COLUMN IF EXISTS ${quote(column)}`).join(', ')}`,
      );
    case 'foreign_key':
      return undoBy(`${table} DROP CONSTRAINT IF EXISTS ${quote(name)}`);
    case 'check':
      return await narrowCheck(workplace, names, made);
    case 'index':
    case 'label':
      return undoBy();
  }
}

/** Another install of the schema may have taken the type into use. */
async function isUsed({ database }: Workplace, names: Names, name: string): Promise<boolean> {
  const used = await readRow<boolean>(
    database,
    `SELECT to_json(EXISTS (SELECT 1 FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
       JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
       JOIN pg_catalog.pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p')
      WHERE n.nspname = ? AND t.typname = ? AND NOT a.attisdropped))::text AS json`,
    [names.plain.schema, name],
  );
  return used === true;
}

/** A CHECK says again what it said before, unless rows of ours are there that it would refuse. */
async function narrowCheck({ database }: Workplace, names: Names, { name, detail }: MadeChange): Promise<Undo> {
  const before = asCheckText(detail.expression ?? 'true', detail.columns?.[0] ?? '');
  const refused = await readRow<boolean>(
    database,
    `SELECT to_json(EXISTS (SELECT 1 FROM ${names.runs} WHERE NOT (${before})))::text AS json`,
  );
  if (refused === true) return undoBy();
  const constraint = quote(name);
  const changed = `ALTER TABLE ${names.runs} DROP CONSTRAINT ${constraint}, ADD CONSTRAINT ${constraint} CHECK (${before}) NOT VALID`;
  const validate = `ALTER TABLE ${names.runs} VALIDATE CONSTRAINT ${constraint}`;
  return { statements: [changed], after: detail.validated === true ? [validate] : [] };
}
