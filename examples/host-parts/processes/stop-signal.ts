import cluster from 'node:cluster';

const forceAfterMs = 1000;

/**
 * A signal that is aborted when this process should stop, at Ctrl-C or SIGTERM. A terminal sends Ctrl-C to every process at
 * once; a forked role leaves it to its primary, which sends SIGTERM to the roles in order. A second Ctrl-C forces the end;
 * npm passes the first one on twice, so it has to come a second later.
 */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  let firstAt: number | undefined;
  const stop = (): void => {
    firstAt ??= performance.now();
    if (cluster.isPrimary && performance.now() - firstAt > forceAfterMs) process.exit(130);
    stopping.abort();
  };
  process.on('SIGTERM', stop);
  for (const name of ['SIGINT', 'SIGHUP'] as const) process.on(name, cluster.isPrimary ? stop : () => undefined);
  return stopping.signal;
}

/** Resolves when the signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
