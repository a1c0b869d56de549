/** One column as the database's catalogue has it. */
export interface ColumnFacts {
  readonly name: string;
  /** The type behind any domain, as PostgreSQL spells it, without its length: "integer", "character varying". */
  readonly type: string;
  /** Characters that a varchar takes; null for no limit. */
  readonly max_length: number | null;
  readonly is_domain: boolean;
  readonly type_schema: string;
  readonly type_name: string;
  /** Labels of an enum in their order; null for any other type. */
  readonly labels: readonly string[] | null;
  readonly not_null: boolean;
  /** A default, an identity or a generation expression: an insert may leave the column out. */
  readonly has_default: boolean;
}

/** One index of a table. */
export interface IndexFacts {
  readonly name: string;
  readonly unique: boolean;
  /** False for what an interrupted CREATE INDEX CONCURRENTLY left behind. */
  readonly valid: boolean;
  readonly primary: boolean;
  /** Its key columns by name; null for an expression. */
  readonly keys: readonly (string | null)[];
  /** Every column that keys, expressions and predicate are made of, sorted. */
  readonly columns: readonly string[];
  readonly predicate: string | null;
}

/** One CHECK of a table. */
export interface CheckFacts {
  readonly name: string;
  readonly columns: readonly string[];
  readonly expression: string;
  readonly validated: boolean;
}

/** One foreign key of a table that points to the same table. */
export interface SelfReferenceFacts {
  readonly name: string;
  readonly columns: readonly string[];
  readonly target_columns: readonly string[];
  readonly on_delete: string;
  readonly validated: boolean;
}

/** One relation: `kind` is pg_class.relkind, `r` for an ordinary table. */
export interface TableFacts {
  readonly kind: string;
  /** Whether the current role may alter it. */
  readonly owned: boolean;
  readonly columns: readonly ColumnFacts[];
  readonly indexes: readonly IndexFacts[];
  readonly checks: readonly CheckFacts[];
  readonly self_references: readonly SelfReferenceFacts[];
}

/** An enum type of the schema, with its labels; null labels for a type of another sort. */
export interface TypeFacts {
  readonly name: string;
  readonly labels: readonly string[] | null;
}

/** What is in a schema under the names that we look for; found by schema, never by the search path. */
export interface SchemaFacts {
  readonly schema_exists: boolean;
  /** Whether the current role may create something in it. */
  readonly may_create: boolean;
  readonly tables: Readonly<Record<string, TableFacts>>;
  readonly types: readonly TypeFacts[];
  /** Labels of ours that a CHECK on the ledger's status or trigger refuses, by the CHECK's name. */
  readonly refused: Readonly<Record<string, readonly string[]>>;
}

/** A column of a relation, if both are there. */
export function findColumn(table: TableFacts | undefined, name: string): ColumnFacts | undefined {
  return table?.columns.find((column) => column.name === name);
}
