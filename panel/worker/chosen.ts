import type { RunJson, WorkerPageJson } from '../../routes/client/index.ts';

/** Which runs are wanted; empty lists mean all. */
export interface Chosen {
  readonly status: readonly RunJson['status'][];
  readonly trigger: readonly RunJson['trigger'][];
}

/** A worker's page, and which runs were wanted when it was asked for. */
export interface ChosenPage extends WorkerPageJson {
  readonly chosen: Chosen;
}

/** A choice as the API takes it. */
export function filterOf({ status, trigger }: Chosen): Partial<Chosen> {
  return { ...(status.length === 0 ? {} : { status }), ...(trigger.length === 0 ? {} : { trigger }) };
}
