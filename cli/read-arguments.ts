import { parseArgs } from 'node:util';
import type { SchemaPart } from '../lib/database/missing-pieces.ts';
import { messageOf } from '../lib/errors.ts';
import { UsageError } from './usage.ts';

export const COMMANDS = ['migrate', 'rollback', 'grants', 'status', 'doctor'] as const;
export type CommandName = (typeof COMMANDS)[number];

/** A command line that was understood. */
export interface Arguments {
  readonly command: CommandName | 'help' | 'version';
  readonly url: string | undefined;
  readonly knexfile: string | undefined;
  readonly env: string | undefined;
  readonly names: string | undefined;
  readonly role: string | undefined;
  readonly parts: readonly SchemaPart[] | undefined;
  readonly patienceSeconds: number | undefined;
  readonly sql: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const OPTIONS = {
  ...{ url: text, knexfile: text, env: text, names: text, role: text, for: text, patience: text },
  ...{ sql: flag, yes: flag, json: flag, help: { ...flag, short: 'h' }, version: flag },
} as const;

/** Options that only some commands take. */
const ONLY: Readonly<Partial<Record<keyof typeof OPTIONS, readonly CommandName[]>>> = {
  sql: ['migrate'],
  yes: ['rollback'],
  patience: ['migrate', 'rollback'],
  role: ['doctor', 'grants'],
  for: ['doctor', 'grants'],
};

const PARTS: readonly SchemaPart[] = ['api', 'scheduler', 'runner'];

function parse(given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // Node adds hints about dashes that are longer than what is wrong.
    throw new UsageError(messageOf(error).replace(/\. To specify .*$/s, '.'));
  }
}

function commandOf(positionals: readonly string[]): CommandName {
  const [first, ...more] = positionals;
  const command = COMMANDS.find((name) => name === first);
  if (first === undefined) throw new UsageError(`A command is needed: ${COMMANDS.join(', ')}.`);
  if (command === undefined) throw new UsageError(`There is no command ${first}; there are ${COMMANDS.join(', ')}.`);
  if (more.length > 0) throw new UsageError(`Only one command is possible, and not also ${more.join(' ')}.`);
  return command;
}

function partsOf(list: string | undefined): readonly SchemaPart[] | undefined {
  if (list === undefined) return undefined;
  return list.split(',').map((word) => {
    const part = PARTS.find((known) => known === word.trim());
    if (part === undefined) throw new UsageError(`--for takes ${PARTS.join(', ')}, and not ${JSON.stringify(word)}.`);
    return part;
  });
}

function patienceOf(seconds: string | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  const number = Number(seconds);
  if (seconds.trim() !== '' && number >= 1 && number <= 86_400) return number;
  throw new UsageError(`--patience takes seconds from 1 to 86400, and not ${JSON.stringify(seconds)}.`);
}

/** Reads a command line. Throws UsageError. */
export function readArguments(given: readonly string[]): Arguments {
  const { values, positionals } = parse(given);
  const isPlain = values.help || values.version;
  const command = isPlain ? (values.version ? 'version' : 'help') : commandOf(positionals);
  for (const [option, commands] of Object.entries(ONLY)) {
    const value = values[option as keyof typeof ONLY];
    const isGiven = value !== undefined && value !== false;
    if (isPlain || !isGiven || commands.some((name) => name === command)) continue;
    throw new UsageError(`--${option} is an option of ${commands.join(' and ')}, and not of ${command}.`);
  }
  if (values.url !== undefined && values.knexfile !== undefined) {
    throw new UsageError('Either --url or --knexfile says which database, and not both.');
  }
  if (values.env !== undefined && values.knexfile === undefined) throw new UsageError('--env needs --knexfile.');
  const { url, knexfile, env, names, role, sql, yes, json } = values;
  const parts = partsOf(values.for);
  return {
    ...{ command, url, knexfile, env, names, role, parts, sql, yes, json },
    patienceSeconds: patienceOf(values.patience),
  };
}
