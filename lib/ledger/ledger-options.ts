import type { Catalogue } from '../catalogue/define-catalogue.ts';
import type { NamesInput } from '../database/names.ts';

/** Options of the ledger's calls; give every one of them the same objects. */
export interface LedgerOptions {
  readonly names?: NamesInput | undefined;
}

/** Options of calls that create runs. Without a catalogue a request is its own configuration. */
export interface EnqueueOptions extends LedgerOptions {
  readonly catalogue?: Catalogue | undefined;
}
