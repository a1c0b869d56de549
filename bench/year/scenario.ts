import { Random } from '../../test/calendar/random.ts';
import { type Agenda, drawAgendas } from './agenda.ts';
import { type Disturbance, drawDisturbances } from './disturbances.ts';
import { drawZones, type Span } from './zones.ts';

const DAY = 24 * 3_600_000;

export interface ScenarioOptions {
  readonly seed: number;
  /** First day, as 2026-01-01. */
  readonly from: string;
  readonly days: number;
  readonly schedules: number;
  readonly zones: number;
  /** Minutes of the hour that most schedules name: the fewer, the fewer beats a day has. */
  readonly minutes: readonly number[];
}

/** Everything that a simulation is, drawn from its seed. */
export interface Scenario {
  readonly seed: number;
  readonly span: Span;
  readonly agendas: readonly Agenda[];
  readonly disturbances: readonly Disturbance[];
}

/** Draws schedules and disturbances; the same options give the same ones. */
export function drawScenario({ seed, from, days, ...drawn }: ScenarioOptions): Scenario {
  const random = new Random(seed);
  const start = Date.parse(`${from}T00:00:00Z`);
  const span: Span = [start, start + days * DAY];
  const zones = drawZones(random, drawn.zones, span);
  return {
    ...{ seed, span },
    agendas: drawAgendas(random, drawn.schedules, { zones, minutes: drawn.minutes }),
    disturbances: drawDisturbances(random, span),
  };
}
