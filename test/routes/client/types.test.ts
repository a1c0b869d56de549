import { expect } from 'chai';
import type { z } from 'zod';
import type * as client from '../../../routes/client/index.ts';
import type { fireQuerySchema } from '../../../routes/schemas/fire-query-schema.ts';
import type { fireListSchema } from '../../../routes/schemas/fire-schema.ts';
import type { openapiSchema } from '../../../routes/schemas/openapi-schema.ts';
import type { overviewSchema } from '../../../routes/schemas/overview-schema.ts';
import type {
  overviewQuerySchema,
  timelineQuerySchema,
  workerPageQuerySchema,
} from '../../../routes/schemas/page-query-schemas.ts';
import type { previewBodySchema } from '../../../routes/schemas/preview-body-schema.ts';
import type { previewSchema } from '../../../routes/schemas/preview-schema.ts';
import type { problemSchema } from '../../../routes/schemas/problem-schema.ts';
import type { requestSchema } from '../../../routes/schemas/run-body-schema.ts';
import type { runQuerySchema } from '../../../routes/schemas/run-query-schema.ts';
import type { runHolderSchema, runListSchema, runSchema } from '../../../routes/schemas/run-schema.ts';
import type { scheduleBodySchema, schedulePatchSchema } from '../../../routes/schemas/schedule-body-schema.ts';
import type { agendaSchema, scheduleSchema } from '../../../routes/schemas/schedule-schema.ts';
import type { schedulerSchema } from '../../../routes/schemas/scheduler-schema.ts';
import type { timelineItemSchema, timelineSchema } from '../../../routes/schemas/timeline-schema.ts';
import type { workerPageSchema } from '../../../routes/schemas/worker-page-schema.ts';
import type { workerListSchema } from '../../../routes/schemas/worker-schema.ts';

/** Ours are read-only all the way down; a schema's are not. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Member in keyof T]: Frozen<T[Member]> }
    : T;

/** Whether two types are the same one, and not only assignable both ways. */
type Same<A, B> = (<T>() => T extends Frozen<A> ? 1 : 2) extends <T>() => T extends Frozen<B> ? 1 : 2 ? true : false;

type Parameter<Name extends keyof client.ScheduleClient, At extends number> = Parameters<
  client.ScheduleClient[Name]
>[At];

const answers: readonly true[] = [
  true satisfies Same<client.WorkerListJson, z.output<typeof workerListSchema>>,
  true satisfies Same<client.AgendaJson, z.output<typeof agendaSchema>>,
  true satisfies Same<client.ScheduleJson, z.output<typeof scheduleSchema>>,
  true satisfies Same<client.RunJson, z.output<typeof runSchema>>,
  true satisfies Same<client.RunHolderJson, z.output<typeof runHolderSchema>>,
  true satisfies Same<client.PageJson<client.RunJson>, z.output<typeof runListSchema>>,
  true satisfies Same<client.PageJson<client.FireJson>, z.output<typeof fireListSchema>>,
  true satisfies Same<client.PreviewJson, z.output<typeof previewSchema>>,
  true satisfies Same<client.SchedulerJson, z.output<typeof schedulerSchema>>,
  true satisfies Same<client.OverviewJson, z.output<typeof overviewSchema>>,
  true satisfies Same<client.WorkerPageJson, z.output<typeof workerPageSchema>>,
  true satisfies Same<client.TimelineJson, z.output<typeof timelineSchema>>,
  true satisfies Same<client.TimelineItemJson, z.output<typeof timelineItemSchema>>,
  true satisfies Same<client.OpenapiJson, z.output<typeof openapiSchema>>,
  true satisfies Same<client.ProblemJson, z.output<typeof problemSchema>>,
];

const inputs: readonly true[] = [
  true satisfies Same<client.ScheduleInput, z.input<typeof scheduleBodySchema>>,
  true satisfies Same<client.SchedulePatch, z.input<typeof schedulePatchSchema>>,
  true satisfies Same<client.PreviewInput, z.input<typeof previewBodySchema>>,
  true satisfies Same<Parameter<'createRun', 1>, z.input<typeof requestSchema>>,
  // A query is text; what is asked for is what the server makes of it.
  true satisfies Same<client.PageFilter, z.output<typeof fireQuerySchema>>,
  true satisfies Same<client.RunFilter, z.output<typeof runQuerySchema>>,
  true satisfies Same<client.OverviewFilter, z.output<typeof overviewQuerySchema>>,
  true satisfies Same<client.WorkerFilter, z.output<typeof workerPageQuerySchema>>,
  true satisfies Same<client.TimelineWindow, z.output<typeof timelineQuerySchema>>,
];

const differences: readonly false[] = [
  false satisfies Same<client.RunJson, client.RunHolderJson>,
  false satisfies Same<{ a: string }, { a?: string }>,
  false satisfies Same<{ a: string }, { a: string | null }>,
  false satisfies Same<{ a: unknown }, { a: string }>,
];

describe('Types of the client', () => {
  it('are plain and the same as the schemas say, for answers and for what is sent', () => {
    expect([answers.length, inputs.length, differences.length]).to.deep.equal([15, 9, 4]);
  });
});
