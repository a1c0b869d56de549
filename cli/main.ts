#!/usr/bin/env node
import { runCommand } from './run-command.ts';

/** A knexfile may have opened something that would keep the process; what was said is written before it ends. */
async function main(): Promise<void> {
  const { out, err, exitCode } = await runCommand(process.argv.slice(2));
  process.stderr.write(err, () => process.stdout.write(out, () => process.exit(exitCode)));
}

void main();
