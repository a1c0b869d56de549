import { execute, type Queryable } from '../database/read-rows.ts';
import { rehearseDecisions } from '../schedules/write-decisions.ts';
import type { Leading } from './leading.ts';

/**
 * The C library gives memory back to the system at the end of each statement, and takes it anew for the next, unless the
 * process has once freed a piece as large as this (glibc: M_MMAP_THRESHOLD and M_TRIM_THRESHOLD grow with it). A leader whose
 * first batches were small took a fifth longer for large ones: 4,000 page faults for 10,000 decisions instead of 10.
 */
const FREED_ONCE_BYTES = 4 * 1024 * 1024;

/**
 * Lets a new leader's session make ready what its first occurrence, and its first large batch, would wait for. A courtesy:
 * where the host holds a table, the first occurrence waits for its plan, and nothing else is different.
 */
export async function rehearse({ session, settings }: Leading): Promise<void> {
  try {
    await session.read(freeOnce);
    await session.write((trx) => rehearseDecisions(trx, settings.names));
  } catch (error) {
    if (session.lost.aborted) throw error;
    settings.logger.debug('The writing of decisions could not be rehearsed', { error });
  }
}

async function freeOnce(database: Queryable): Promise<void> {
  await execute(database, `SELECT length(repeat(' ', ${FREED_ONCE_BYTES}))`);
}
