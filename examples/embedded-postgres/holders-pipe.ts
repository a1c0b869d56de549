import { spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync } from 'node:fs';

/** A named pipe that every process which uses the server holds open for writing; nothing is ever written to it. */
export interface HoldersPipe {
  /** A descriptor of the reading end, which meets end-of-file when the last holder is gone, even by SIGKILL. */
  openReader(): number;
  /** Ends this process's hold. */
  release(): void;
}

/** Takes a hold on the pipe at this path, which is made unless it is there. */
export function holdPipe(path: string): HoldersPipe {
  if (!existsSync(path)) makePipe(path);
  // Opening one end alone waits for the other, or fails; opening both never does.
  const both = openSync(path, constants.O_RDWR);
  const writer = openSync(path, constants.O_WRONLY);
  closeSync(both);
  return {
    openReader: () => openSync(path, constants.O_RDONLY),
    release: () => closeSync(writer),
  };
}

function makePipe(path: string): void {
  const { stderr } = spawnSync('/bin/sh', ['-c', 'mkfifo -m 600 "$1"', 'sh', path], { encoding: 'utf8' });
  // Another process may have made it meanwhile.
  if (!existsSync(path)) throw new Error(`There is no pipe ${path}: ${stderr}`);
}
