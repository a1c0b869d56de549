import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What we use of croner. */
export interface Croner {
  readonly Cron: new (text: string, options: { timezone: string }) => { nextRun(after: Date): Date | null };
}

const folder = fileURLToPath(new URL('../.data/bench-peers/', import.meta.url));
const entry = `${folder}node_modules/croner/dist/croner.js`;

/** Whether croner was installed before. */
export function hasCroner(): boolean {
  return existsSync(entry);
}

/** croner is no dependency: it is installed into a folder of its own when it is first asked for. */
export async function loadCroner(): Promise<Croner> {
  if (!hasCroner()) {
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, 'croner@11.0.1'], {
      stdio: 'inherit',
    });
  }
  return (await import(pathToFileURL(entry).href)) as Croner;
}
