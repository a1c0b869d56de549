import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A page of docs/ that leads through steps: its files are given by name, its commands in order. */
export interface Guide {
  readonly text: string;
  /** The text of each file that the page shows below its name in bold. */
  readonly files: ReadonlyMap<string, string>;
  /** The lines of each block of shell commands, by the page's order. */
  readonly commands: readonly (readonly string[])[];
  /** The calls that the page shows, such as "PUT  /path  { … }". */
  readonly requests: readonly GuideRequest[];
}

export interface GuideRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

/** What a command has printed, and the code with which it ended. */
export interface Ended {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

const FENCE = /^( *)(?:\*\*([^*\n]+)\*\*[^\n]*\n(?:\1[^\n]+\n)*\n\1)?```(\w*)\n(.*?)\n\1```$/gms;

/** Reads a page of docs/. */
export function readGuide(name: string): Guide {
  const text = readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(FENCE)].map(([, indent = '', file, language, body = '']) => ({
    file,
    language,
    body: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
  const named = blocks.flatMap(({ file, body }) => (file === undefined ? [] : [[file, `${body}\n`] as const]));
  const requests = [...text.matchAll(/^ {4}(PUT|POST|GET|DELETE) +(\S+)(?: +(\{.*\}))?$/gm)];
  return {
    text,
    files: new Map(named),
    commands: blocks.filter(({ language }) => language === 'sh').map(({ body }) => body.split('\n')),
    requests: requests.map(([, method, path, body]) => ({ method: method!, path: path!, body })),
  };
}

/** Runs a line of a guide in a project, as its reader's shell would; a code other than 0 is an answer, too. */
export async function runLine(directory: string, line: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  const path = [join(directory, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  const options = { cwd: directory, env: { ...process.env, ...env, PATH: path }, timeout: 120_000 };
  return await new Promise((resolve) => {
    const child = execFile('sh', ['-c', line], options, (_error, out, err) => {
      resolve({ out, err, code: child.exitCode ?? -1 });
    });
  });
}
