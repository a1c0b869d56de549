import { z } from 'zod';
import { defineCatalogue } from '../../lib/catalogue/define-catalogue.ts';

/** A name with everything that a URL makes difficult. */
export const strangeName = 'ärger v1.2 100% 名前?#';

/** The workers of the tests' hosts. */
export const catalogue = defineCatalogue({
  ner: {
    label: 'Named entities',
    request: z.object({ folder: z.string(), deep: z.boolean().default(false) }),
    countUnits: () => ({ pending: 7, processed: 11 }),
  },
  anything: { label: 'Takes any JSON', request: z.json() },
  [strangeName]: { label: '<img src=x onerror=alert(1)>', request: z.json() },
  hidden: {
    label: 'Its counter fails',
    request: z.json(),
    countUnits: () => Promise.reject(new Error('the spool is gone')),
  },
  unsettled: {
    label: 'Its settings are wrong',
    request: z.json(),
    resolveConfig: () => {
      throw new Error('the preset "x" does not exist');
    },
  },
});
