import { hostname } from 'node:os';
import type { Knex } from 'knex';
import type { Catalogue } from '../catalogue/define-catalogue.ts';
import { type Names, type NamesInput, resolveNames } from '../database/names.ts';
import { sessionLimits, type Takeover } from '../database/session-limits.ts';
import { WorkerSchedulesError } from '../errors.ts';
import type { LedgerColumns } from '../ledger/ledger-columns.ts';
import { type Logger, silentLogger } from '../logger.ts';
import { parseOptions, schedulerOptionsSchema } from '../options.ts';

/** Options of `startScheduler`; all may be left out. */
export interface SchedulerOptions {
  /** Without one, a request counts as validated when it was saved and is its own configuration. */
  readonly catalogue?: Catalogue | undefined;
  readonly names?: NamesInput | undefined;
  /** A direct address for the leader's session when the host's own goes through a pooler. */
  readonly connection?: Knex.Config['connection'] | undefined;
  readonly logger?: Logger | undefined;
  /** Who this scheduler is, in the state row and in pg_stat_activity. Default: host name and process id. */
  readonly name?: string | undefined;
  /**
   * How soon a leader that is cut off, frozen or hung is replaced: `default` within about 12 s, `tight` within about 5 s,
   * which a leader that only stalls for 4 s does not survive either. Default: default.
   */
  readonly takeover?: Takeover | undefined;
  /** Longest sleep between two ticks, which is also the heartbeat: 1 to 5, and 1 to 2 when tight. Default: 2, 1 when tight. */
  readonly idleSeconds?: number | undefined;
  /** Decisions before the other passes get their turn: 1 to 100,000. Default: 1000. */
  readonly maxPerTick?: number | undefined;
  /** How long `resolveConfig` and `ledgerColumns` may take: 0.05 to 300. Default: 5. */
  readonly resolveTimeoutSeconds?: number | undefined;
  /** Days that decided occurrences are kept: 1 to 3650. Default: 30. */
  readonly keepFiresDays?: number | undefined;
  /** Fills columns of the host's own in the ledger, when a run is asked for and when the scheduler ends one. */
  readonly ledgerColumns?: LedgerColumns | undefined;
  /** Source of the retry delays' jitter, in [0, 1]. Default: Math.random. */
  readonly random?: (() => number) | undefined;
}

/** Options with every default filled in. */
export interface SchedulerSettings {
  readonly catalogue: Catalogue | undefined;
  readonly names: Names;
  readonly connection: Knex.Config['connection'] | undefined;
  readonly logger: Logger;
  readonly name: string;
  readonly takeover: Takeover;
  readonly idleMs: number;
  readonly maxPerTick: number;
  readonly resolveTimeoutMs: number;
  readonly keepFiresDays: number;
  readonly ledgerColumns: LedgerColumns | undefined;
  readonly random: () => number;
}

function idleSecondsOf({ takeover, idleSeconds }: { takeover: Takeover; idleSeconds?: number | undefined }): number {
  const { mostIdleSeconds } = sessionLimits(takeover);
  if (idleSeconds === undefined) return takeover === 'tight' ? 1 : 2;
  if (idleSeconds <= mostIdleSeconds) return idleSeconds;
  const message = `idleSeconds: at most ${mostIdleSeconds} when takeover is ${takeover}`;
  const fields = [{ path: 'idleSeconds', code: 'invalid_options', message }];
  throw new WorkerSchedulesError('invalid_options', `The options of startScheduler are not valid. ${message}`, {
    fields,
  });
}

/** Parses and freezes the options. Throws `invalid_options`. */
export function parseSchedulerOptions(options: SchedulerOptions): SchedulerSettings {
  const parsed = parseOptions(schedulerOptionsSchema, options, 'startScheduler');
  return Object.freeze({
    catalogue: options.catalogue,
    names: resolveNames(options.names),
    connection: options.connection,
    logger: options.logger ?? silentLogger,
    name: parsed.name ?? `${hostname()}:${process.pid}`,
    takeover: parsed.takeover,
    idleMs: idleSecondsOf(parsed) * 1000,
    maxPerTick: parsed.maxPerTick,
    resolveTimeoutMs: parsed.resolveTimeoutSeconds * 1000,
    keepFiresDays: parsed.keepFiresDays,
    ledgerColumns: options.ledgerColumns,
    random: options.random ?? Math.random,
  });
}
