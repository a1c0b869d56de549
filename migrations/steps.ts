import { ledgerStep } from './0001-ledger.ts';
import { agendaStep } from './0002-agenda.ts';
import { labelsStep } from './0003-ledger-labels.ts';
import { indexesStep } from './0004-ledger-indexes.ts';
import type { Step } from './step.ts';

/** All migrations, oldest first; a published one keeps its name and its place. */
export const steps: readonly Step[] = [ledgerStep, agendaStep, labelsStep, indexesStep];
