import { drawFrom } from './draw.ts';

/** How the work of a schedule goes. */
export const WORKS = ['short', 'long', 'fails', 'throws', 'deaf', 'blocks'] as const;

export type Work = (typeof WORKS)[number];

/** Who edits a schedule while the harness runs; each has one owner, so that "the last edit" has one meaning. */
export type Owner = 'nobody' | 'operator' | 'host';

/** One schedule of the population. */
export interface Member {
  readonly workerName: string;
  readonly timezone: string;
  readonly work: Work;
  readonly owner: Owner;
}

/** Whole, half and quarter hours from UTC, on both sides of the date line. */
export const ZONES = [
  ...['UTC', 'America/Sao_Paulo', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'],
  ...['Pacific/Chatham', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Africa/Casablanca'],
] as const;

/** A worker that the catalogue does not name, though it has a schedule. */
export const GHOST = 'ghost';

/** Ten of a hundred work long, five fail, three throw no error at all, two heed no signal. */
const BAG: readonly Work[] = [
  ...Array<Work>(80).fill('short'),
  ...Array<Work>(10).fill('long'),
  ...Array<Work>(5).fill('fails'),
  ...Array<Work>(3).fill('throws'),
  ...Array<Work>(2).fill('deaf'),
];

/** The workers' names, the same for every seed. */
export function workerNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `w${String(index + 1).padStart(4, '0')}`);
}

/** The schedules of a seed. The first one's work stops its whole process for longer than the lease. */
export function populate(count: number, seed: number): Member[] {
  const draw = drawFrom(seed ^ 0x9e3779b9);
  const owners: readonly Owner[] = ['nobody', 'operator', 'nobody', 'host'];
  return workerNames(count).map((workerName, index) => ({
    workerName,
    timezone: draw.one(ZONES),
    work: index === 0 ? 'blocks' : draw.one(BAG),
    owner: owners[index % owners.length] ?? 'nobody',
  }));
}
