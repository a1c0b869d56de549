import { quote } from './identifiers.ts';
import type { Names } from './names.ts';

/** Values for columns of the host's own in one row of the ledger. */
export interface HostColumns {
  /** The columns as the catalogue spells them, sorted. */
  readonly columns: readonly string[];
  /** Their values as the text of one JSON object. */
  readonly json: string;
}

/** No columns of the host's. */
export const NO_HOST_COLUMNS: HostColumns = Object.freeze({ columns: [], json: '{}' });

/**
 * SQL of a host's column, with its type, out of `json`, which is an SQL expression of type jsonb: the ledger's own row type
 * does the conversion, so that no type is named here.
 */
export function hostValueSql(names: Names, column: string, json: string): string {
  return `(jsonb_populate_record(NULL::${names.runs}, ${json})).${quote(column)}`;
}

/** The host's columns as they follow ours in the column list of an INSERT. */
export function hostColumnList({ columns }: HostColumns): string {
  return columns.map((column) => `, ${quote(column)}`).join('');
}

/** Their values as they follow ours. */
export function hostValueList(names: Names, { columns }: HostColumns, json: string): string {
  return columns.map((column) => `, ${hostValueSql(names, column, json)}`).join('');
}

/** Assignments as they follow ours in SET. */
export function hostAssignments(names: Names, { columns }: HostColumns, json: string): string {
  return columns.map((column) => `, ${quote(column)} = ${hostValueSql(names, column, json)}`).join('');
}

/** Rows that fill the same columns can be written by one statement; the key says which those are. */
export function groupByColumns<Row extends { readonly hostColumns: HostColumns }>(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const { columns } = row.hostColumns;
    const key = columns.length === 0 ? '' : JSON.stringify(columns);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}
