import type { SchedulerEvents } from '../../lib/scheduler/scheduler-events.ts';
import type { EventHub } from '../../lib/events.ts';
import type { Decision, DecisionResult } from './beat.ts';

const RESULTS: readonly DecisionResult[] = ['enqueued', 'skipped', 'already-decided'];
const WIDTH = 4;

/** What the leaders of a simulation said they had decided, packed as numbers: a year has a million of them. */
export class DecisionLog {
  readonly #byWorker = new Map<string, number[]>();
  /** Events that a simulation should never bring. */
  readonly surprises: string[] = [];
  readonly counts = { retried: 0, interrupted: 0, healed: 0 };

  /** Listens to one leader. */
  listen(events: EventHub<SchedulerEvents>): void {
    for (const result of RESULTS) {
      events.on(result, ({ workerName, scheduledAt, coalescedFrom, nextRunAt }) => {
        const packed = this.#byWorker.get(workerName) ?? [];
        packed.push(scheduledAt.getTime(), RESULTS.indexOf(result));
        packed.push(coalescedFrom?.getTime() ?? NaN, nextRunAt?.getTime() ?? NaN);
        this.#byWorker.set(workerName, packed);
      });
    }
    for (const name of ['failed', 'deferred', 'poisoned', 'retry-superseded', 'error'] as const) {
      events.on(name, (payload) => void this.surprises.push(`${name}: ${JSON.stringify(payload)}`));
    }
    for (const name of ['retried', 'interrupted', 'healed'] as const) {
      events.on(name, () => void (this.counts[name] += 1));
    }
  }

  /** The decisions about one worker, in the order in which they were taken. */
  of(workerName: string): readonly Decision[] {
    const packed = this.#byWorker.get(workerName) ?? [];
    return Array.from({ length: packed.length / WIDTH }, (_, index): Decision => {
      const [scheduledAt = NaN, result = 0, from = NaN, nextRunAt = NaN] = packed.slice(
        index * WIDTH,
        (index + 1) * WIDTH,
      );
      return {
        ...{ scheduledAt, nextRunAt },
        result: RESULTS[result] ?? 'enqueued',
        coalescedFrom: Number.isNaN(from) ? null : from,
      };
    });
  }
}
