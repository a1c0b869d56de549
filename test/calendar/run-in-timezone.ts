import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const loader = ['--import', 'ts-blank-space/register'];

/** Runs a script of this folder as a process whose own zone is `timezone`; returns what it prints, read as JSON. */
export async function runInTimezone(timezone: string, script: string, args: readonly number[]): Promise<unknown> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const options = { env: { ...process.env, TZ: timezone }, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await run(process.execPath, [...loader, file, ...args.map(String)], options);
  return JSON.parse(stdout) as unknown;
}
