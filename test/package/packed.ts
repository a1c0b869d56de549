import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

export interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** The package as npm would publish it, unpacked. */
export interface Packed {
  /** Paths in the tarball, without its leading folder. */
  readonly files: readonly string[];
  readonly manifest: Manifest;
  /** A fresh project that has the package installed, and of everything else only what is named. */
  project(modules: readonly string[]): string;
  remove(): void;
}

/** Packs what is built, as `npm test` has just done, and unpacks it; builds first only when nothing is there. */
export async function packPackage(): Promise<Packed> {
  if (!existsSync(join(root, 'dist', 'lib', 'index.js'))) await run('npm', ['run', 'build'], { cwd: root });
  const place = mkdtempSync(join(tmpdir(), 'worker-schedules-'));
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', place];
  const { stdout } = await run('npm', packing, { cwd: root });
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  await run('tar', ['xzf', join(place, packed.filename), '-C', place]);
  const manifest = JSON.parse(readFileSync(join(place, 'package', 'package.json'), 'utf8')) as Manifest;
  let projects = 0;
  return {
    files: packed.files.map(({ path }) => path),
    manifest,
    project: (modules) => makeProject(join(place, `project-${++projects}`), join(place, 'package'), modules),
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

function makeProject(directory: string, unpacked: string, modules: readonly string[]): string {
  mkdirSync(join(directory, 'node_modules'), { recursive: true });
  for (const name of modules) {
    const link = join(directory, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  // A copy and no link: a linked package would look for its dependencies beside the link's target.
  cpSync(unpacked, join(directory, 'node_modules', 'worker-schedules'), { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{ "name": "host", "private": true }');
  for (const name of ['worker-schedules', ...modules]) linkCommands(join(directory, 'node_modules'), name);
  return directory;
}

/** As npm does for the packages that it installs. */
function linkCommands(modules: string, name: string): void {
  const { bin } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as { bin?: unknown };
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const [command, path] of Object.entries(typeof bin === 'string' ? { [name]: bin } : (bin ?? {}))) {
    const target = join(modules, name, String(path));
    chmodSync(target, 0o755);
    symlinkSync(target, join(modules, '.bin', command));
  }
}

/** Runs a script in a project with this Node and gives what it printed; fails when it fails or warns. */
export async function runIn(directory: string, file: string, text: string): Promise<string> {
  writeFileSync(join(directory, file), text);
  const { stdout, stderr } = await run(process.execPath, [file], { cwd: directory, timeout: 20_000 });
  if (stderr !== '') throw new Error(`${file} has warned: ${stderr}`);
  return stdout;
}

/** Compiles a TypeScript file in a project and gives the compiler's complaints. */
export async function compileIn(
  directory: string,
  options: object,
  text: string,
  file: 'main.mts' | 'main.cts' = 'main.mts',
): Promise<string> {
  writeFileSync(join(directory, file), text);
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: [file] }));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  return await run(process.execPath, [tsc, '-p', '.'], { cwd: directory }).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );
}
