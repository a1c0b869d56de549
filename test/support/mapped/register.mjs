import { register } from 'node:module';
import pg from 'pg';

/*
 * Loaded before every test process. With TEST_HOST_FLAVOUR=mapped the tests call the product under a second schema and
 * other names, as a host does that gives the option `names` everywhere (hooks.mjs). Their own SQL goes on speaking of the
 * default names: to read and write through views of those names (layout.ts), and where that will not do, because only a
 * table can be truncated or altered, by the text being changed here. No table has a default name there, and the product
 * qualifies each of its own, so that a statement that forgot the names fails (test/database/mapped-names.test.ts).
 *
 * `npm run test:mapped` runs whatever sends the product's SQL. Not among it:
 * - migrations: they make and break ledgers of given names in an empty schema; installs.test.ts and hard-names.test.ts go
 *   the whole way under names of every shape, also the ones of this run, which its template is migrated with;
 * - the command's other tests, which read what it prints about the default install, and one with names of its own;
 * - examples, docs, package, matrix, chaos, leaks, year: hosts and processes that name things themselves;
 * - calendar, model, embedded-postgres, panel, and the compiler's judgement of types: no SQL of the product.
 */
if (process.env.TEST_HOST_FLAVOUR === 'mapped') {
  register('./hooks.mjs', import.meta.url);
  rewriteTableStatements();
}

function rewriteTableStatements() {
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (asked, ...others) {
    const text = typeof asked === 'string' ? asked : asked?.text;
    const rewrite = globalThis.rewriteForMappedNames?.get(this.database);
    if (rewrite === undefined || typeof text !== 'string') return query.call(this, asked, ...others);
    return query.call(
      this,
      typeof asked === 'string' ? rewrite(text) : Object.assign(asked, { text: rewrite(text) }),
      ...others,
    );
  };
}
