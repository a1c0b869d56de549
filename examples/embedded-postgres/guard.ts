import { closeSync, openSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { spawnAs } from './cluster.ts';
import type { HoldersPipe } from './holders-pipe.ts';
import type { ServerAccount } from './server-account.ts';

/**
 * Runs the server and stops it when nobody holds the pipe on standard input any more. It is a shell, not Node, because
 * it has to outlive us; `read` is built in, so that the watcher is one process and ends with the server.
 */
const script = `
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
trap 'kill -INT $server' HUP INT TERM
(read -r line <&3; kill -INT $server) &
watcher=$!
exec 3<&-
while kill -0 $server 2>/dev/null; do wait $server; done
kill $watcher 2>/dev/null
`;

/** What one launch of a server needs. */
export interface Launch {
  readonly account: ServerAccount;
  readonly command: readonly string[];
  readonly pipe: HoldersPipe;
  readonly logFile: string;
}

/** Launches a server under a guard; both are in a session of their own, which a terminal's Ctrl-C does not reach. */
export function launchGuarded({ account, command, pipe, logFile }: Launch): ChildProcess {
  const reader = pipe.openReader();
  const log = openSync(logFile, 'a', 0o600);
  try {
    const inner: ServerAccount = { ...account, enter: [] };
    const guard = spawnAs(inner, ['/bin/sh', '-c', script, 'guard', ...account.enter, ...command], [reader, log, log]);
    guard.unref();
    return guard;
  } finally {
    closeSync(reader);
    closeSync(log);
  }
}
