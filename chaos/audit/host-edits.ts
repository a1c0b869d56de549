import type { LogLine } from '../crew/event-log.ts';
import type { Edit } from './history.ts';

/** What became of the edits in a transaction, by how it ended; one that failed may have failed after its commit. */
const ANSWERS: Readonly<Record<string, Edit['answer']>> = {
  committed: 'done',
  'rolled back': 'refused',
  failed: 'unknown',
};

interface NotedEdit {
  readonly workerName: string;
  readonly tag: string;
  readonly kind: Edit['kind'];
  readonly enabled: boolean;
}

/** The edits that the host made in transactions of its own, from its log. */
export function hostEdits(log: readonly LogLine[]): Edit[] {
  return log
    .filter(({ event }) => event === 'transaction')
    .flatMap((line) => {
      const answer = ANSWERS[String(line['end'])] ?? 'unknown';
      return (line['edits'] as NotedEdit[]).map(({ workerName, tag, kind, enabled }) => {
        return { workerName, tag, kind, answer, wanted: { enabled } };
      });
    });
}
