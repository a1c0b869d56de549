import type { Binding, Queryable } from '../lib/database/read-rows.ts';
import type { Workplace } from './workplace.ts';

/** How knex finds bindings; a question mark after an odd number of backslashes is one of the text. */
const BINDING = /(\\*)(\?)/g;

/** As it stands in SQL under standard_conforming_strings, which has been PostgreSQL's default since 9.1. */
function literal(binding: Binding | undefined): string {
  if (binding === undefined || binding === null) return 'NULL';
  return typeof binding === 'string' ? `'${binding.replaceAll("'", "''")}'` : String(binding).toUpperCase();
}

function withValues(text: string, bindings: readonly Binding[]): string {
  let next = 0;
  return text.replace(BINDING, (_match, escapes: string) =>
    escapes.length % 2 === 1 ? '?' : `${escapes}${literal(bindings[next++])}`,
  );
}

/** A workplace that writes down what a migration would execute there, as statements that psql takes. */
export class SqlScript implements Workplace {
  readonly live = true;
  readonly statements: string[] = [];
  readonly database: Queryable = {
    raw: (text, bindings) => {
      this.#write(withValues(text, bindings));
      return Promise.resolve({ rows: [] });
    },
  };

  async briefly<T>(work: (trx: Queryable) => Promise<T>): Promise<T> {
    this.#write('BEGIN');
    this.#write(`SET LOCAL lock_timeout = '500ms'`);
    const result = await work(this.database);
    this.#write('COMMIT');
    return result;
  }

  #write(statement: string): void {
    this.statements.push(statement.trim());
  }
}
