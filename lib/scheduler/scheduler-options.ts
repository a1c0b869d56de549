import { hostname } from 'node:os';
import type { Knex } from 'knex';
import type { Catalogue } from '../catalogue/define-catalogue.ts';
import { type Names, type NamesInput, resolveNames } from '../database/names.ts';
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
  /** Longest sleep between two ticks, which is also the heartbeat: 1 to 5. Default: 2. */
  readonly idleSeconds?: number | undefined;
  /** Decisions before the other passes get their turn: 1 to 100,000. Default: 1000. */
  readonly maxPerTick?: number | undefined;
  /** How long `resolveConfig` may take: 0.05 to 300. Default: 5. */
  readonly resolveTimeoutSeconds?: number | undefined;
  /** Days that decided occurrences are kept: 1 to 3650. Default: 30. */
  readonly keepFiresDays?: number | undefined;
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
  readonly idleMs: number;
  readonly maxPerTick: number;
  readonly resolveTimeoutMs: number;
  readonly keepFiresDays: number;
  readonly random: () => number;
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
    idleMs: parsed.idleSeconds * 1000,
    maxPerTick: parsed.maxPerTick,
    resolveTimeoutMs: parsed.resolveTimeoutSeconds * 1000,
    keepFiresDays: parsed.keepFiresDays,
    random: options.random ?? Math.random,
  });
}
