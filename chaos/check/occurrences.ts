import { HARNESS_NAME } from '../server/ask.ts';
import type { FireRecord, History, ScheduleVersion } from '../audit/history.ts';
import { agendasOf, type Owed, owedBy } from './agendas.ts';
import { groupBy, iso, type Violation } from './violation.ts';

const violation = (who: string, what: string): Violation => ({ rule: 'every occurrence once', who, what });

/** What one worker's schedules owed, and what was decided. */
interface Account {
  readonly workerName: string;
  readonly owed: ReadonlyMap<number, Owed>;
  readonly fires: readonly FireRecord[];
  /** Whether somebody set its next_run_at back by hand: then decided occurrences may be coalesced once more. */
  readonly setBack: boolean;
}

/** Every worker's account. */
export function accountsOf(history: History): Account[] {
  const versions = groupBy(history.schedules, ({ workerName }) => workerName);
  const fires = groupBy(history.fires, ({ workerName }) => workerName);
  const workers = new Set([...versions.keys(), ...fires.keys()]);
  return [...workers].map((workerName) => ({
    workerName,
    owed: owedOf(versions.get(workerName) ?? [], history.until),
    fires: fires.get(workerName) ?? [],
    setBack: wasSetBack(versions.get(workerName) ?? []),
  }));
}

function wasSetBack(versions: readonly ScheduleVersion[]): boolean {
  return versions.some(({ app, row }, n) => {
    const before = versions[n - 1]?.row.nextRunAt ?? null;
    return app === HARNESS_NAME && before !== null && row.nextRunAt !== null && row.nextRunAt < before;
  });
}

/** Two agendas that follow each other may both name an instant within an edit; required by one is required. */
function owedOf(versions: readonly ScheduleVersion[], until: number): Map<number, Owed> {
  const owed = new Map<number, Owed>();
  for (const one of agendasOf(versions).flatMap((agenda) => owedBy(agenda, until))) {
    owed.set(one.at, { at: one.at, required: one.required || owed.get(one.at)?.required === true });
  }
  return owed;
}

/** Every occurrence of every enabled schedule was decided once, or coalesced into one later that was. */
export function checkOccurrences(history: History): Violation[] {
  return accountsOf(history).flatMap((account) => [...checkOwed(account), ...checkDecided(account)]);
}

function checkOwed({ workerName, owed, fires, setBack }: Account): Violation[] {
  const own = new Set(fires.map(({ scheduledAt }) => scheduledAt));
  const coalescing = fires.filter(({ coalescedFrom }) => coalescedFrom !== null);
  const violations: Violation[] = [];
  for (const { at, required } of owed.values()) {
    const into = coalescing.filter((fire) => (fire.coalescedFrom ?? Infinity) <= at && at < fire.scheduledAt);
    const times = into.length + (own.has(at) ? 1 : 0);
    if (times === 0 && required) violations.push(violation(workerName, `${iso(at)} was never decided`));
    if (times > 1 && !setBack) violations.push(violation(workerName, `${iso(at)} was decided ${times} times`));
  }
  return violations;
}

function checkDecided({ workerName, owed, fires }: Account): Violation[] {
  const violations: Violation[] = [];
  const seen = new Set<number>();
  for (const { scheduledAt, outcome, reason, runId } of fires) {
    if (!owed.has(scheduledAt)) violations.push(violation(workerName, `${iso(scheduledAt)} is no occurrence`));
    if (seen.has(scheduledAt)) violations.push(violation(workerName, `${iso(scheduledAt)} has two fires`));
    seen.add(scheduledAt);
    const needsRun = outcome === 'enqueued' || reason === 'slot_busy' || reason === 'config_failed';
    if ((outcome === 'enqueued') !== (reason === null) || (needsRun && runId === null)) {
      violations.push(violation(workerName, `${iso(scheduledAt)} is ${outcome}, reason ${reason}, run ${runId}`));
    }
  }
  return violations;
}

/** Each first attempt of a scheduled run stands for one fire that names it, and each such fire names one. */
export function checkFirstAttempts({ fires, runs }: History): Violation[] {
  const firsts = runs.filter(({ trigger, attempt }) => trigger === 'SCHEDULE' && attempt === 1);
  const byRun = groupBy(
    fires.filter(({ outcome, reason }) => outcome === 'enqueued' || reason === 'config_failed'),
    ({ runId }) => runId ?? '',
  );
  const byOccurrence = groupBy(firsts, (run) => `${run.workerName} ${run.scheduledFor}`);
  const doubled = [...byOccurrence.values()].filter((same) => same.length > 1);
  const named = new Set(firsts.map(({ id }) => id));
  return [
    ...doubled.map(([run, ...more]) =>
      violation(run?.workerName ?? '', `${iso(run?.scheduledFor ?? null)} was enqueued ${more.length + 1} times`),
    ),
    ...firsts
      .filter((run) => {
        const [fire, ...more] = byRun.get(run.id) ?? [];
        return fire?.scheduledAt !== run.scheduledFor || fire.workerName !== run.workerName || more.length > 0;
      })
      .map((run) => violation(run.workerName, `run ${run.id} for ${iso(run.scheduledFor)} has no fire of its own`)),
    ...[...byRun]
      .filter(([runId]) => !named.has(runId))
      .map(([runId, [fire]]) => violation(fire?.workerName ?? '', `a fire names run ${runId}, which there is not`)),
  ];
}
