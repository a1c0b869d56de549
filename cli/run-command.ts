import { createRequire } from 'node:module';
import type { NamesInput } from '../lib/database/names.ts';
import type { CommandResult } from './command-result.ts';
import { doctorCommand } from './commands/doctor.ts';
import { grantsCommand } from './commands/grants.ts';
import { migrateCommand } from './commands/migrate.ts';
import { rollbackCommand } from './commands/rollback.ts';
import { statusCommand } from './commands/status.ts';
import { failureOf, oneLine } from './error-line.ts';
import { type Arguments, type CommandName, readArguments } from './read-arguments.ts';
import { readNames } from './read-names.ts';
import { EXIT, USAGE, UsageError } from './usage.ts';

type Command = (given: Arguments, names: NamesInput) => Promise<CommandResult>;

const COMMANDS: Readonly<Record<CommandName, Command>> = {
  migrate: migrateCommand,
  rollback: rollbackCommand,
  grants: grantsCommand,
  status: statusCommand,
  doctor: doctorCommand,
};

/** What is to be printed, where, and with which code the process ends. */
export interface Ending {
  readonly out: string;
  readonly err: string;
  readonly exitCode: number;
}

/** The package's own, found by its name from sources and from dist alike. */
function version(): string {
  return (createRequire(import.meta.url)('worker-schedules/package.json') as { version: string }).version;
}

async function run(given: Arguments): Promise<CommandResult> {
  if (given.command === 'help') return { text: USAGE.trimEnd(), json: { usage: USAGE } };
  if (given.command === 'version') return { text: version(), json: { version: version() } };
  return await COMMANDS[given.command](given, readNames(given.names));
}

function failed(error: unknown, json: boolean): Ending {
  if (error instanceof UsageError) {
    const out = json ? `${JSON.stringify({ error: { code: 'usage', message: error.message } })}\n` : '';
    return {
      out,
      err: `worker-schedules: ${oneLine(error.message)} See worker-schedules --help.\n`,
      exitCode: EXIT.usage,
    };
  }
  const failure = failureOf(error);
  const out = json ? `${JSON.stringify({ error: failure })}\n` : '';
  return { out, err: `worker-schedules: ${failure.code}: ${failure.message}\n`, exitCode: EXIT.failed };
}

/** Runs one command line, and never rejects. */
export async function runCommand(words: readonly string[]): Promise<Ending> {
  let json = words.includes('--json');
  try {
    const given = readArguments(words);
    json = given.json;
    const { text, json: value, faulty = false } = await run(given);
    const out = json ? JSON.stringify(value, null, 2) : text;
    return { out: `${out}\n`, err: '', exitCode: faulty ? EXIT.faulty : EXIT.done };
  } catch (error) {
    return failed(error, json);
  }
}
