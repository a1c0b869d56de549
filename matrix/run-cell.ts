import { execFile, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { type Cell, type Counts, nameOf, type Outcome, serverVersion } from './cell.ts';
import { type Fetched, fetchPackage } from './fetch-package.ts';
import { makeCheckout, removeCheckout } from './make-checkout.ts';
import { readCounts, readFailures } from './read-output.ts';

const run = promisify(execFile);
const limitMs = 30 * 60_000;
/** How many times longer a wait of the tests may take: a machine that runs the matrix often has other work too. */
const patience = 4;
const testMs = 30_000;
const nothing: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Where cells are run from. */
export interface Workplace {
  /** The checkout that is tested. */
  readonly root: string;
  /** Where packages and logs are kept. */
  readonly cache: string;
  /** How many mocha workers a cell has. */
  readonly jobs: number;
}

/** How the processes of a cell are started. */
interface Surroundings {
  readonly node: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a cell in a checkout of its own. It never throws: whatever goes wrong is the outcome. */
export async function runCell(cell: Cell, workplace: Workplace): Promise<Outcome> {
  const begun = performance.now();
  const end = (state: Outcome['state'], said: Partial<Outcome>): Outcome => {
    const seconds = (performance.now() - begun) / 1000;
    return { ...nothing, remark: '', details: [], ...said, cell, state, seconds };
  };
  let fetched: Fetched | undefined;
  try {
    if (cell.install !== undefined) fetched = await fetchPackage(cell.install, workplace.cache);
  } catch (error) {
    return end('not to be had', { remark: messageOf(error) });
  }
  const replaced =
    cell.install?.as === 'module' && fetched !== undefined ? [[cell.install.name, fetched] as const] : [];
  const checkout = makeCheckout(workplace.root, new Map(replaced));
  const remove = (): void => removeCheckout(checkout);
  process.once('exit', remove);
  try {
    const surroundings = surroundingsOf(cell, fetched, checkout);
    const remark = await seenVersions(cell, surroundings);
    const { counts, details } = await runMocha(cell, workplace, surroundings);
    return end(details.length === 0 ? 'passed' : 'failed', { ...counts, remark, details });
  } catch (error) {
    return end('failed', { failed: 1, remark: messageOf(error).split('\n')[0] ?? '', details: [messageOf(error)] });
  } finally {
    process.off('exit', remove);
    remove();
  }
}

function surroundingsOf({ install }: Cell, fetched: Fetched | undefined, cwd: string): Surroundings {
  const env: NodeJS.ProcessEnv = { ...process.env, TEST_PATIENCE: String(patience) };
  if (install?.as === 'server' && fetched !== undefined) {
    delete env['DATABASE_URL'];
    env['TEST_POSTGRES_PACKAGE'] = fetched.directory;
  }
  if (install?.as !== 'node' || fetched === undefined) return { node: process.execPath, cwd, env };
  // Tests that start npm or node by name get this one too.
  const node = join(fetched.directory, 'bin', 'node');
  return { node, cwd, env: { ...env, PATH: `${dirname(node)}${delimiter}${env['PATH'] ?? ''}` } };
}

/** What the cell runs on, asked and not assumed. Throws an error when that is not what the cell is named after. */
async function seenVersions(cell: Cell, { node, cwd, env }: Surroundings): Promise<string> {
  if (cell.module !== undefined) {
    const path = join(cwd, 'node_modules', cell.module, 'package.json');
    const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as { name: string; version: string };
    return `${name} ${version}`;
  }
  const words = ['--import', 'ts-blank-space/register', join('matrix', 'print-versions.ts')];
  const { stdout } = await run(node, words, { cwd, env, timeout: limitMs });
  const seen = stdout.trim();
  const version = cell.axis === 'postgres' ? serverVersion(cell.version) : cell.version;
  if (
    seen
      .toLowerCase()
      .split(', ')
      .some((part) => part.startsWith(`${serverName(cell)} ${version}`))
  )
    return seen;
  throw new Error(`${nameOf(cell)} was meant to run and did not: ${seen}`);
}

function serverName({ axis }: Cell): string {
  return axis === 'postgres' ? 'postgresql' : axis;
}

interface Told {
  readonly counts: Counts;
  /** What is to be read of a failure, empty when there was none. */
  readonly details: readonly string[];
}

async function runMocha(cell: Cell, { cache, jobs }: Workplace, surroundings: Surroundings): Promise<Told> {
  const log = join(cache, 'logs', `${nameOf(cell).replace(/\s/g, '-')}.log`);
  mkdirSync(dirname(log), { recursive: true });
  const code = await writeLog(log, mochaWords(cell, jobs), surroundings);
  const text = readFileSync(log, 'utf8');
  const counts = readCounts(text);
  if (code === 0 && counts !== undefined && counts.passed > 0 && counts.failed === 0) return { counts, details: [] };
  const { passed, failed, skipped } = counts ?? nothing;
  const reason = counts === undefined || passed === 0 ? ['It ran no test, or did not end.'] : [];
  return { counts: { passed, failed: Math.max(1, failed), skipped }, details: [...reason, ...readFailures(text), log] };
}

function mochaWords({ suites, grep }: Cell, jobs: number): string[] {
  const files = suites.map((suite) => `test/${suite}/**/*.test.ts`);
  const picked = grep === undefined ? [] : ['--grep', grep];
  const mocha = join('node_modules', 'mocha', 'bin', 'mocha.js');
  const limits = ['--jobs', String(jobs), '--timeout', String(testMs * patience)];
  return [mocha, '--parallel', ...limits, ...picked, ...files];
}

async function writeLog(
  log: string,
  words: readonly string[],
  { node, cwd, env }: Surroundings,
): Promise<number | null> {
  const file = createWriteStream(log);
  const child = spawn(node, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: limitMs });
  const end = (): void => void child.kill();
  process.once('exit', end);
  for (const stream of [child.stdout, child.stderr]) stream.pipe(file, { end: false });
  const code = await new Promise<number | null>((done, failed) => child.once('error', failed).once('close', done));
  process.off('exit', end);
  file.end();
  await finished(file);
  return code;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
