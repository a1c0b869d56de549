import type { History } from '../audit/history.ts';
import type { LogLine } from '../crew/event-log.ts';
import { groupBy, iso, type Violation } from './violation.ts';

/** Deadlock, statement cancelled, lock timeout, idle transaction ended, serialization failure: what only we could have done. */
const OUR_DOING: readonly unknown[] = ['40P01', '57014', '55P03', '25P03', '25P04', '40001', '25006'];

/** No transaction of the host was ended by anything but the faults, and by its own wish. */
export function checkHost({ log }: History): Violation[] {
  return log
    .filter((line) => line.event === 'transaction' && OUR_DOING.includes(line['code']))
    .map((line) => ({
      rule: 'host transactions live',
      who: String(line['workerName']),
      what: `a transaction of the host failed with ${String(line['code'])}: ${String(line['reason'])}`,
    }));
}

const DEATHS: Readonly<Record<string, string>> = {
  unhandled: 'something was not handled',
  'ended by itself': 'ended by itself',
  'spawn failed': 'could not be started',
  'did not stop': 'did not end in order when it was told to',
};

/** No process of a host ended by itself, and nothing in it went unhandled. */
export function checkProcesses({ log }: History): Violation[] {
  return log.flatMap((line) => {
    const death = DEATHS[line.event];
    if (death === undefined) return [];
    return [{ rule: 'processes live', who: line.member, what: `${death}: ${JSON.stringify(line)}` }] as const;
  });
}

/** What was told after a commit was committed. */
export function checkEvents({ log, fires, runs, readAt }: History): Violation[] {
  const enqueued = groupBy(fires, ({ workerName, scheduledAt }) => `${workerName} ${scheduledAt}`);
  const statuses = new Map(runs.map(({ id, status }) => [id, status]));
  return log.flatMap((line) => {
    if (line.at > readAt) return [];
    const fault = eventFault(line, { enqueued, statuses });
    return fault === undefined ? [] : ([{ rule: 'events are true', who: line.member, what: fault }] as const);
  });
}

interface Committed {
  readonly enqueued: ReadonlyMap<string, readonly { readonly runId: string | null }[]>;
  readonly statuses: ReadonlyMap<string, string>;
}

const TOLD_STATUS: Readonly<Record<string, string>> = {
  succeeded: 'SUCCESS',
  failed: 'FAILED',
  interrupted: 'INTERRUPTED',
  cancelled: 'CANCELLED',
};

function eventFault(line: LogLine, { enqueued, statuses }: Committed): string | undefined {
  const runId = String(line['runId']);
  if (line.event === 'enqueued') {
    const at = new Date(String(line['scheduledAt'])).getTime();
    const [fire] = enqueued.get(`${String(line['workerName'])} ${at}`) ?? [];
    return fire?.runId === runId
      ? undefined
      : `told run ${runId} for ${iso(at)}; the fire names ${fire?.runId ?? 'none'}`;
  }
  const told = TOLD_STATUS[line.event];
  if (told === undefined || !('runId' in line) || statuses.get(runId) === told) return undefined;
  return `told that run ${runId} ended ${told}; the ledger says ${statuses.get(runId) ?? 'nothing'}`;
}
