import { type HostColumns, NO_HOST_COLUMNS } from '../database/host-columns.ts';
import { resolveNames } from '../database/names.ts';
import { silentLogger } from '../logger.ts';
import { hostColumnsOf, type LedgerRun } from './ledger-columns.ts';
import type { LedgerOptions } from './ledger-options.ts';

/** How long a hook may take when a run ends: its outcome waits for it (ms). */
const END_LIMIT_MS = 5000;

/**
 * What the hook says of a run that ends. How it ended is more than what the hook adds: a hook that fails, or takes longer
 * than 5 s, is a warning, and the run ends without its columns.
 */
export async function hostColumnsAtEnd(options: LedgerOptions, run: LedgerRun): Promise<HostColumns> {
  const { ledgerColumns: hook, logger = silentLogger } = options;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${END_LIMIT_MS} ms`)), END_LIMIT_MS);
  });
  try {
    return await Promise.race([hostColumnsOf(hook, resolveNames(options.names), () => run), late]);
  } catch (error) {
    logger.warn('A run ends without the columns of ledgerColumns', {
      runId: run.id,
      workerName: run.workerName,
      error,
    });
    return NO_HOST_COLUMNS;
  } finally {
    clearTimeout(timer);
  }
}
