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
  if (!existsSync(path)) spawnSync('mkfifo', ['-m', '600', path]);
  // Opening one end alone waits for the other, or fails; opening both never does.
  const both = openSync(path, constants.O_RDWR);
  const writer = openSync(path, constants.O_WRONLY);
  closeSync(both);
  return {
    openReader: () => openSync(path, constants.O_RDONLY),
    release: () => closeSync(writer),
  };
}
