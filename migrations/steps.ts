import { ledgerStep } from './0001-ledger.ts';
import { agendaStep } from './0002-agenda.ts';
import { runListsStep } from './0003-run-lists.ts';
import type { Step } from './step.ts';

/** All migrations, oldest first; a published one never changes. */
export const steps: readonly Step[] = [ledgerStep, agendaStep, runListsStep];
