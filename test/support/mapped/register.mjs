import { register } from 'node:module';
import pg from 'pg';

/*
 * Loaded before every test process. With TEST_HOST_FLAVOUR=mapped the tests call the product under a second schema and
 * other names, as a host does that gives the option `names` everywhere (hooks.mjs). Their own SQL goes on speaking of the
 * default names: to read and write through views of those names (layout.ts), and where that will not do, because only a
 * table can be truncated or altered, by the text being changed here.
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
