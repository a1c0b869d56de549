import type { Knex } from 'knex';
import { getRun, getSlot } from '../../lib/ledger/get-run.ts';
import { listLastRuns } from '../../lib/ledger/list-last-runs.ts';
import { listRuns, type RunFilter } from '../../lib/ledger/list-runs.ts';
import { RUN_STATUSES } from '../../lib/ledger/transitions.ts';
import { listFires } from '../../lib/schedules/list-fires.ts';
import { benchWorkers } from './seed-ledger.ts';

/** A call that is behind a list, or behind a part of an answer. */
export interface AskedList {
  readonly label: string;
  readonly call: () => Promise<unknown>;
  /** Pages of 8 kB that it may read, whatever the size of the ledger. */
  readonly mostPages: number;
}

/** Runs on a page of a list. */
const PAGE = 50;

/** What going down an index costs at most: three levels below its root, and a page of the table. */
const DESCENT = 6;

function runList(knex: Knex, path: string, filter: RunFilter): AskedList {
  const { statuses = RUN_STATUSES, triggers = ['CLI', 'API', 'SCHEDULE'] } = filter;
  const isFiltered = filter.statuses !== undefined || filter.triggers !== undefined;
  const descents = isFiltered ? statuses.length * triggers.length : 1;
  return { label: path, call: () => listRuns(knex, filter), mostPages: PAGE + DESCENT * descents };
}

/** Everything that GET reads of the ledger and of the fires. */
export function askedLists(knex: Knex, runs: number): readonly AskedList[] {
  const beforeId = String(Math.round(runs / 2));
  const before = new Date(performance.timeOrigin - (runs / 20) * 60_000);
  const list = (path: string, filter: RunFilter): AskedList => runList(knex, path, filter);
  return [
    list('/big/runs', { workerName: 'big' }),
    list('/big/runs?cursor=middle', { workerName: 'big', beforeId }),
    list('/big/runs?status=SUCCESS', { workerName: 'big', statuses: ['SUCCESS'] }),
    list('/big/runs?status=FAILED                       the oldest 40', { workerName: 'big', statuses: ['FAILED'] }),
    list('/big/runs?status=INTERRUPTED                  none', { workerName: 'big', statuses: ['INTERRUPTED'] }),
    list('/big/runs?status=QUEUED,RUNNING               none', { workerName: 'big', statuses: ['QUEUED', 'RUNNING'] }),
    list('/big/runs?trigger=API                         1 in 1,800', { workerName: 'big', triggers: ['API'] }),
    list('/big/runs?trigger=CLI                         none', { workerName: 'big', triggers: ['CLI'] }),
    list('/big/runs?status=FAILED&trigger=API           none', {
      ...{ workerName: 'big', statuses: ['FAILED'], triggers: ['API'] },
    }),
    list('/big/runs?status=SUCCESS&trigger=API&cursor=middle', {
      ...{ workerName: 'big', statuses: ['SUCCESS'], triggers: ['API'], beforeId },
    }),
    list('/big/runs?status=(all six)', { workerName: 'big', statuses: RUN_STATUSES }),
    list('/odd/runs                                     1 in 60', { workerName: 'odd' }),
    list('/odd/runs?status=SUCCESS&trigger=SCHEDULE     none', {
      ...{ workerName: 'odd', statuses: ['SUCCESS'], triggers: ['SCHEDULE'] },
    }),
    list('/odd/runs?status=FAILED', { workerName: 'odd', statuses: ['FAILED'] }),
    list('/tiny/runs                                    3 runs', { workerName: 'tiny' }),
    list('/nobody/runs?trigger=CLI                      none', { workerName: 'nobody', triggers: ['CLI'] }),
    { label: '/big/runs/:id', call: () => getRun(knex, beforeId), mostPages: DESCENT },
    ...[
      { label: '/big/schedule/fires', call: () => listFires(knex, { workerName: 'big' }) },
      { label: '/big/schedule/fires?cursor=middle', call: () => listFires(knex, { workerName: 'big', before }) },
    ].map((fires) => ({ ...fires, mostPages: PAGE + DESCENT })),
    { label: '/big/schedule, blocked_by', call: () => getSlot(knex, 'big'), mostPages: DESCENT },
    {
      label: '/, active_run and last_run of 100 workers',
      call: () => listLastRuns(knex, benchWorkers),
      mostPages: 100 * 2 * DESCENT,
    },
  ];
}
