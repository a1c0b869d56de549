import { rehearseDecisions } from '../schedules/write-decisions.ts';
import type { Leading } from './leading.ts';

/**
 * Lets a new leader's session plan what it writes, so that the first occurrence after the tick with which it began does not
 * wait for that. A courtesy: where the host holds a table, it waits, and nothing else is different.
 */
export async function rehearse({ session, settings }: Leading): Promise<void> {
  try {
    await session.write((trx) => rehearseDecisions(trx, settings.names));
  } catch (error) {
    if (session.lost.aborted) throw error;
    settings.logger.debug('The writing of decisions could not be rehearsed', { error });
  }
}
