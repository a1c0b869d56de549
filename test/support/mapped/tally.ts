import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runName } from '../server.ts';

type Kind = 'mapped' | 'default';

/** One line for each database that the run's processes have made. */
const place = (): string => join(tmpdir(), `worker-schedules-${runName()}-databases`);

/** Counts a database of this run. */
export function countDatabase(kind: Kind): void {
  appendFileSync(place(), `${kind}\n`);
}

/** Says how many databases had which names, so that a run under mapped names that fell back to the default ones shows. */
export function endTally(): string {
  const path = place();
  const kinds = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  rmSync(path, { force: true });
  const count = (kind: Kind): number => kinds.filter((one) => one === kind).length;
  return `Databases: ${count('mapped')} under mapped names, ${count('default')} under the default ones`;
}
