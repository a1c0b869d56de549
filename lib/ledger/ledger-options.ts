import type { Catalogue } from '../catalogue/define-catalogue.ts';
import type { NamesInput } from '../database/names.ts';
import type { Logger } from '../logger.ts';
import type { LedgerColumns } from './ledger-columns.ts';

/** Options of the ledger's calls; give every one of them the same objects. */
export interface LedgerOptions {
  readonly names?: NamesInput | undefined;
  /** Fills columns of the host's own when a run is asked for and when it ends. */
  readonly ledgerColumns?: LedgerColumns | undefined;
  /** Told when `ledgerColumns` fails as a run ends. Default: silent. */
  readonly logger?: Logger | undefined;
}

/** Options of calls that create runs. Without a catalogue a request is its own configuration. */
export interface EnqueueOptions extends LedgerOptions {
  readonly catalogue?: Catalogue | undefined;
}
