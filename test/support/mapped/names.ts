import { type NamesInput, RUN_COLUMNS } from '../../../lib/database/names.ts';

/** Names of every hard shape, none of them a default one: what a host of another taste would give. */
export const mappedNames: NamesInput = {
  schema: 'Jobs & "Läufe"',
  runs: {
    table: 'run-ledger?',
    columns: Object.fromEntries(RUN_COLUMNS.map((column) => [column, `${column}'s`])),
  },
  schedules: 'Agenda.of $',
  fires: '判定',
  state: "who's leading?",
  runners: `alive${'_'.repeat(58)}`,
  types: { status: 'Run Status', trigger: '"trigger"' },
};
