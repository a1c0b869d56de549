/** What the versions of the matrix are versions of. */
export const AXES = ['postgres', 'node', 'knex', 'host', 'schema', 'typescript', 'jest'] as const;

/** What is fetched for a cell, and whose place it takes: the server's programs, Node.js itself, or a module. */
export interface Install {
  readonly as: 'server' | 'node' | 'module';
  /** The name of an npm package. */
  readonly name: string;
  readonly version: string;
}

/** One row of the matrix: a part of the suite on one version of one thing. */
export interface Cell {
  readonly axis: (typeof AXES)[number];
  readonly version: string;
  /** What is fetched; undefined where package-lock.json brings the version along. */
  readonly install?: Install;
  /** The folder of node_modules whose version is shown: one that package-lock.json brings along, or that was fetched. */
  readonly module?: string;
  /** Folders of test/. */
  readonly suites: readonly string[];
  /** Picks tests by their titles. */
  readonly grep?: string;
  /** Whether `--short` keeps it. */
  readonly isShort: boolean;
}

/** What mocha counted. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What became of a cell. */
export interface Outcome extends Counts {
  readonly cell: Cell;
  readonly state: 'passed' | 'failed' | 'not to be had';
  readonly seconds: number;
  /** What it ran on, why it could not be had, or what ended it. */
  readonly remark: string;
  /** What is to be read when it failed. */
  readonly details: readonly string[];
}

/** `postgres 13.23`: what a reader knows a cell by. */
export function nameOf({ axis, version }: Pick<Cell, 'axis' | 'version'>): string {
  return `${axis} ${axis === 'postgres' ? serverVersion(version) : version}`;
}

/** What a server of this platform package calls itself: 13.23.0-beta.16 is PostgreSQL 13.23. */
export function serverVersion(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
