import { settings } from './settings.mjs';

/** What decides, and needs no database: the plan of a batch, the retry policy, the rules of edits, the states of a run. */
export default {
  ...settings,
  mutate: [
    'lib/scheduler/plan-batch.ts',
    'lib/ledger/retry-policy.ts',
    'lib/ledger/transitions.ts',
    'lib/schedules/plan-edit.ts',
    'lib/schedules/due-occurrence.ts',
  ],
  mochaOptions: {
    'no-config': true,
    spec: [
      'test/scheduler/plan-batch.test.ts',
      'test/ledger/retry-policy.test.ts',
      'test/ledger/transitions.test.ts',
      'test/schedules/due-occurrence.test.ts',
      'test/schedules/plan-edit.test.ts',
    ],
  },
};
