import { settings } from './settings.mjs';

/** Tests that draw their cases: what they find must be said by a sentence of its own, too, which takes less time. */
const drawn = String.raw`\d drawn triples|200 expressions`;

/**
 * The calendar. Files that draw many thousand cases are left out, and so are mutants of what is computed once, when a module
 * is loaded: each would take a process and a run of all the tests.
 */
export default {
  ...settings,
  mutate: ['lib/calendar/*.ts'],
  ignoreStatic: true,
  mochaOptions: {
    'no-config': true,
    require: ['./mutation/forget-between-tests.mjs'],
    grep: `^(?!.*(?:${drawn}))`,
    spec: [
      'test/calendar/!(describe-cron|differential|field-cases|hostile-text|library-facts|properties).test.ts',
      'test/calendar/field-cases.test.ts',
      'test/calendar/describe-cron.test.ts',
    ],
  },
};
