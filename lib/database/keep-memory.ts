import { execute, type Queryable } from './read-rows.ts';

/**
 * The C library gives memory back to the system at the end of each statement, and takes it anew for the next, unless the
 * process has once freed a piece as large as this (glibc: M_MMAP_THRESHOLD and M_TRIM_THRESHOLD grow with it). A leader whose
 * first batches were small took a fifth longer for large ones: 4,000 page faults for 10,000 decisions instead of 10.
 */
const FREED_ONCE_BYTES = 4 * 1024 * 1024;

/** Lets a session's process keep the memory that a large batch takes. */
export async function keepMemory(database: Queryable): Promise<void> {
  await execute(database, `SELECT length(repeat(' ', ${FREED_ONCE_BYTES}))`);
}
