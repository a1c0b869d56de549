import { drawFrom } from './draw.ts';
import { FAULT_KINDS, FAULT_NAMES, type FaultKind, type FaultName, type Victim } from './fault-kinds.ts';

/** One fault to come. */
export interface PlannedFault {
  /** Milliseconds from the start of the faults. */
  readonly atMs: number;
  readonly name: FaultName;
  readonly victim: Victim;
  readonly lastsMs: number;
  /** In [0, 1): decides whatever is still open when it comes, such as which of the sessions there are. */
  readonly chance: number;
}

export interface PlanInput {
  readonly seed: number;
  readonly minutes: number;
  /** Mean time between two faults, in milliseconds. Default: 4000, which is 450 in half an hour. */
  readonly meanGapMs?: number;
}

/** Time left at the end without a new fault, so that the longest have somebody to be felt by (ms). */
const QUIET_END_MS = 5000;

/** The faults that a seed draws, in the order in which they come: each kind by its weight, the first after two seconds. */
export function planFaults({ seed, minutes, meanGapMs = 4000 }: PlanInput): PlannedFault[] {
  const draw = drawFrom(seed);
  const bag = FAULT_NAMES.flatMap((name) => Array<FaultName>(FAULT_KINDS[name].weight).fill(name));
  const faults: PlannedFault[] = [];
  const end = minutes * 60_000 - QUIET_END_MS;
  for (let atMs = 2000; atMs < end; atMs += draw.whole(meanGapMs / 5, (meanGapMs * 9) / 5)) {
    const name = draw.one(bag);
    const kind: FaultKind = FAULT_KINDS[name];
    faults.push({
      atMs,
      name,
      victim: draw.one(kind.victims),
      lastsMs: draw.whole(...kind.lastsMs),
      chance: draw.number(),
    });
  }
  return faults;
}
