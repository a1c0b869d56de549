import type { SchemaPart } from './missing-pieces.ts';
import { quote } from './identifiers.ts';
import type { Names, WorkingTable } from './names.ts';
import { NEEDED_PRIVILEGES, type Privilege } from './needed-privileges.ts';

export interface GrantQuery {
  /** Who gets the rights. */
  readonly role: string;
  /** What its processes are; one role may be several. */
  readonly parts: readonly SchemaPart[];
  /** Sequences that a default of the ledger counts with, as SQL writes them. */
  readonly sequences?: readonly string[];
}

const TABLES: readonly WorkingTable[] = ['runs', 'schedules', 'fires', 'state', 'runners'];
const PRIVILEGES: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/** The statements, without a semicolon, by which the owner of the tables gives a role what its processes need. */
export function grantStatements(names: Names, { role, parts, sequences = [] }: GrantQuery): string[] {
  const to = quote(role);
  const tables = TABLES.flatMap((table) => {
    const needed = PRIVILEGES.filter((privilege) =>
      parts.some((part) => NEEDED_PRIVILEGES[part][table]?.includes(privilege)),
    );
    return needed.length === 0 ? [] : [`GRANT ${needed.join(', ')} ON ${names[table]} TO ${to}`];
  });
  return [
    `GRANT USAGE ON SCHEMA ${names.schema} TO ${to}`,
    ...tables,
    ...sequences.map((sequence) => `GRANT USAGE ON SEQUENCE ${sequence} TO ${to}`),
  ];
}
