import type { Catalogue } from '../catalogue/define-catalogue.ts';
import type { NamesInput } from '../database/names.ts';

/** Options of the calls that read schedules. */
export interface ScheduleOptions {
  readonly names?: NamesInput | undefined;
}

/** Options of the calls that write schedules. Without a catalogue only the form of a request is checked. */
export interface SaveOptions extends ScheduleOptions {
  readonly catalogue?: Catalogue | undefined;
  /** Zone of schedules that name none. Default: UTC. */
  readonly defaultTimezone?: string | undefined;
}
