import { z } from 'zod';
import { defineCatalogue } from '../../lib/catalogue/define-catalogue.ts';

const reportRequest = z.strictObject({
  folder: z.string().min(1).describe('Folder to walk'),
  depth: z.int().min(1).max(9).default(3).describe('How deep'),
  deep: z.boolean().default(false).describe('Also read what has not changed'),
  format: z.enum(['csv', 'json']).optional(),
  recipients: z.array(z.string()).default([]),
  limits: z.object({ seconds: z.number().default(60) }).optional(),
});

/** What a hostile colleague would call a worker. */
export const markup = '<img src=x onerror="document.title=\'pwned\'"> "quoted" & <b>bold</b>';

/** The workers of the panel's tests. */
export const panelCatalogue = defineCatalogue({
  report: {
    label: 'Nightly report',
    request: reportRequest,
    requestJsonSchema: z.toJSONSchema(reportRequest, { io: 'input' }),
    countUnits: () => ({ pending: 1250, processed: 48_210 }),
  },
  cleanup: { label: 'Clean up temporary files', request: z.json() },
  'mail queue ü': { label: 'E-mail à noite', request: z.json() },
  markup: { label: markup, request: z.json() },
});
