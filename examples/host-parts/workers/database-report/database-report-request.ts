import { z } from 'zod';

export const defaultSchema = 'public';

/** What a run of the database report is asked for; its parsed form is the configuration of the run. */
export const databaseReportRequest = z.strictObject({
  schema: z.string().min(1).max(63).default(defaultSchema).describe('The schema whose tables are reported'),
  exact_up_to_mb: z
    .number()
    .min(0)
    .max(10_000)
    .default(64)
    .describe('Up to this size the rows of a table are counted; of a larger one they are estimated'),
});

export type DatabaseReportRequest = z.input<typeof databaseReportRequest>;
export type DatabaseReportConfig = z.output<typeof databaseReportRequest>;
