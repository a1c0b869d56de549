import { readdirSync, readFileSync } from 'node:fs';

/** Sends a signal to a process, which may be gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The children of a process, from /proc. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    // The command's name stands in brackets and may hold anything; the state and the parent come after it.
    const [, rest = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return Number(rest.split(' ')[1]);
  } catch {
    return undefined;
  }
}
