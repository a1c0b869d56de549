import { settings } from './settings.mjs';

process.env.CALENDAR_TRIPLES ??= '300';

/**
 * The calendar. Two files of tests are left out: one runs processes of its own, which no mutant reaches, the other is about
 * other packages. Mutants of what is computed once, when a module is loaded, would each take a run of all the tests: they
 * are left out, too.
 */
export default {
  ...settings,
  mutate: ['lib/calendar/*.ts'],
  ignoreStatic: true,
  mochaOptions: { 'no-config': true, spec: ['test/calendar/!(field-cases|library-facts).test.ts'] },
};
