import type { Knex } from 'knex';
import type { SchemaPart } from '../../lib/database/missing-pieces.ts';
import type { Names, NamesInput } from '../../lib/database/names.ts';

/** `fault`: something does not work; `note`: something to know; `ok`: looked at and fine. */
export type Level = 'ok' | 'note' | 'fault';

/** One thing that the doctor has looked at. */
export interface Finding {
  readonly check: string;
  readonly level: Level;
  readonly message: string;
}

/** What the doctor looks at. */
export interface Patient {
  readonly knex: Knex;
  readonly input: NamesInput;
  readonly names: Names;
  /** Whose rights; the role of the connection when none is named. */
  readonly role: string | undefined;
  readonly parts: readonly SchemaPart[];
}

/** Looks at one thing; throws only what the database throws. */
export type Check = (patient: Patient) => Promise<Finding[]>;
