import type { RunColumn } from './names.ts';

const TEXT = ['text', 'character varying'];
const WHOLE = ['smallint', 'integer', 'bigint'];

/** What a column of the ledger has to be. */
export interface ColumnWish {
  /** Types that do, as PostgreSQL spells them; an enum is meant by "enum". */
  readonly types: readonly string[];
  /** How it is added to a ledger that lacks it; null when nobody but the host can say what old rows have there. */
  readonly added: string | null;
  /** Whether we write NULL into it, so that it must take one. */
  readonly nullable: boolean;
  /** Characters that a varchar must take at least. */
  readonly characters?: number;
}

const instant: ColumnWish = { types: ['timestamp with time zone'], added: 'timestamptz', nullable: true };
const json: ColumnWish = { types: ['jsonb'], added: 'jsonb', nullable: false };
const label = { types: ['enum', ...TEXT], added: null, nullable: false } as const;
const person: ColumnWish = { types: TEXT, added: 'text', nullable: false };

/** The ledger's columns; `id` and `retry_of` have one type, whichever it is. */
export const LEDGER_SHAPE: Readonly<Record<RunColumn, ColumnWish>> = {
  id: { types: [...WHOLE, 'uuid'], added: null, nullable: false },
  worker_name: { types: TEXT, added: null, nullable: false },
  status: { ...label, characters: 11 },
  trigger: { ...label, characters: 8 },
  requested_by: person,
  requested_by_user_id: person,
  request: json,
  config: json,
  queued_at: { ...instant, added: null, nullable: false },
  started_at: instant,
  finished_at: instant,
  error: { types: TEXT, added: 'text', nullable: true, characters: 2000 },
  runner_id: { types: TEXT, added: 'text', nullable: true, characters: 255 },
  lease_token: { types: ['uuid'], added: 'uuid', nullable: true },
  lease_expires_at: instant,
  cancel_requested_at: instant,
  progress: { ...json, nullable: true },
  attempt: { types: WHOLE, added: 'int NOT NULL DEFAULT 1', nullable: false },
  retry_of: { types: [...WHOLE, 'uuid'], added: null, nullable: true },
  not_before: instant,
  scheduled_for: instant,
};
