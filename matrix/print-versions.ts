import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import knexModule from 'knex';
import { adminUrl, endRun, nameRun } from '../test/support/server.ts';

/** Prints what the tests of this checkout really run on, asked of each of them and not of package.json. */
async function versions(): Promise<string> {
  nameRun();
  const knex = knexModule({ client: 'pg', connection: await adminUrl(), pool: { min: 0, max: 1 } });
  try {
    const { rows } = await knex.raw<{ rows: { server_version: string }[] }>('SHOW server_version');
    const [server = '?'] = rows[0]?.server_version.split(' ') ?? [];
    return `Node ${process.versions.node}, PostgreSQL ${server}, knex ${versionOf('knex')}, pg ${versionOf('pg')}`;
  } finally {
    await knex.destroy();
    await endRun();
  }
}

/** pg is asked for from knex, which is what loads it in a host. */
function versionOf(name: 'knex' | 'pg'): string {
  const ofKnex = createRequire(import.meta.url).resolve('knex');
  const path = name === 'knex' ? join(dirname(ofKnex), 'package.json') : manifestOfPg(ofKnex);
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

/** Older ones do not export their package.json. */
function manifestOfPg(ofKnex: string): string {
  return join(dirname(createRequire(ofKnex).resolve('pg')), '..', 'package.json');
}

console.log(await versions());
