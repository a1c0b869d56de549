import type { FireJson, RunMarkJson, TimelineItemJson, TimelineJson } from '../../routes/client/index.ts';

/** Something that happened or will happen, at its place on the axis. */
export interface Mark {
  readonly key: string;
  readonly at: string;
  /** 0 is the beginning of the axis, 1 its end. */
  readonly from: number;
  readonly to: number;
  readonly what:
    | { readonly kind: 'run'; readonly run: RunMarkJson }
    | { readonly kind: 'fire'; readonly fire: FireJson }
    | { readonly kind: 'next' };
}

/** A part of the axis. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A retry and the run before it, to be joined by a line. */
export interface Link extends Stretch {
  readonly key: string;
}

export interface Lane {
  readonly item: TimelineItemJson;
  /** In the order of time. */
  readonly marks: readonly Mark[];
  readonly links: readonly Link[];
  /** Where there are more runs or occurrences than the API tells of; before the first of its marks, after the last. */
  readonly gaps: readonly Stretch[];
}

type Axis = Pick<TimelineJson, 'from' | 'to' | 'now'>;

/** Where an instant is on the axis, kept within it. */
export function shareOf(at: string | number, { from, to }: Pick<Axis, 'from' | 'to'>): number {
  const start = Date.parse(from);
  const share = (new Date(at).getTime() - start) / (Date.parse(to) - start);
  return Math.min(1, Math.max(0, share));
}

/** A share of the axis as SVG takes it. */
export const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

/** A run is a bar from its start, or from where it waits, to its end, or to now. */
function runMark(run: RunMarkJson, axis: Axis): Mark {
  const begun = run.started_at ?? run.not_before ?? run.queued_at;
  const end = run.finished_at ?? (run.started_at === null ? begun : axis.now);
  const from = shareOf(begun, axis);
  return { key: `run ${run.id}`, at: begun, from, to: Math.max(from, shareOf(end, axis)), what: { kind: 'run', run } };
}

function pointMark(key: string, at: string, { axis, what }: { axis: Axis; what: Mark['what'] }): Mark {
  const from = shareOf(at, axis);
  return { key, at, from, to: from, what };
}

/** One worker's marks and the lines between its retries. */
export function laneOf(item: TimelineItemJson, axis: Axis): Lane {
  const runs = item.runs.map((run) => runMark(run, axis));
  const fires = item.silent_fires.map((fire) =>
    pointMark(`fire ${fire.scheduled_at}`, fire.scheduled_at, { axis, what: { kind: 'fire', fire } }),
  );
  const next = item.next.map((at) => pointMark(`next ${at}`, at, { axis, what: { kind: 'next' } }));
  const ends = new Map(item.runs.map(({ id }, index) => [id, runs[index]?.to ?? 0]));
  const links = item.runs.flatMap((run, index) => {
    const from = run.retry_of === null ? undefined : ends.get(run.retry_of);
    return from === undefined ? [] : [{ key: run.id, from, to: runs[index]?.from ?? from }];
  });
  const marks = [...runs, ...fires, ...next].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return { item, marks, links, gaps: gapsOf(item, runs, next) };
}

/** The API leaves out the oldest runs and the latest occurrences. */
function gapsOf(item: TimelineItemJson, runs: readonly Mark[], next: readonly Mark[]): Stretch[] {
  const gaps: Stretch[] = [];
  if (item.runs_cut) gaps.push({ from: 0, to: Math.min(1, ...runs.map(({ from }) => from)) });
  if (item.next_cut) gaps.push({ from: next.at(-1)?.to ?? 0, to: 1 });
  return gaps.filter(({ from, to }) => to > from);
}

/** Every full hour that is a multiple of `step` in the reader's zone, as instants. */
export function gridOf({ from, to }: Pick<Axis, 'from' | 'to'>, step: number): number[] {
  const hour = new Date(from);
  hour.setMinutes(0, 0, 0);
  const instants: number[] = [];
  while (hour.getTime() <= Date.parse(to)) {
    if (hour.getHours() % step === 0 && hour.getTime() >= Date.parse(from)) instants.push(hour.getTime());
    hour.setTime(hour.getTime() + 3_600_000);
  }
  return instants;
}
