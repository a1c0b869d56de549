import { arrayLiteral } from '../database/array-literal.ts';
import { groupByColumns, NO_HOST_COLUMNS } from '../database/host-columns.ts';
import type { Names } from '../database/names.ts';
import { type Queryable, readRow } from '../database/read-rows.ts';
import type { Decision, Result, Written } from './decision.ts';
import { decisionsSql } from './decision-sql.ts';

/** What became of a batch. A decision that is in neither was about a row that is not held, or no longer as it was. */
export interface WrittenBatch {
  readonly written: readonly Written[];
  /** The slot was refused, and whoever had it is over already: to be asked once more. */
  readonly open: readonly Decision[];
}

interface Answer {
  /** Places in the plan, from 1. */
  readonly numbers: readonly number[];
  readonly results: readonly (Result | null)[];
  readonly run_ids: readonly (string | null)[];
}

/** The distinct instants of a plan, and its columns, in the order of `planSql`. */
function planBindings(decisions: readonly Decision[]): string[] {
  const instants = new Instants();
  const column = (valueOf: (decision: Decision) => string | null): string => sparseLiteral(decisions.map(valueOf));
  const columns = [
    column(({ workerName }) => workerName),
    column(({ version }) => String(version)),
    column(({ dueAtText }) => instants.placeOf(dueAtText)),
    column(({ scheduledAt }) => instants.placeOf(scheduledAt)),
    column(({ nextRunAt }) => instants.placeOf(nextRunAt)),
    column(({ fault }) => fault),
    column(({ verdict }) => (verdict === 'enqueue' ? null : verdict)),
    column(({ detail }) => detail),
    column(({ configJson }) => configJson),
    column(({ hostColumns }) => (hostColumns.columns.length === 0 ? null : hostColumns.json)),
  ];
  return [instants.literal(), ...columns];
}

/** A column that is null in every row is an empty array: unnest fills it up. */
function sparseLiteral(values: readonly (string | null)[]): string {
  return values.every((value) => value === null) ? '{}' : arrayLiteral(values);
}

/** Many decisions share few instants: each travels, and is read, once, and a decision has its place among them, from 1. */
class Instants {
  readonly #places = new Map<string | number, string>();

  placeOf(instant: string | Date | null): string | null {
    if (instant === null) return null;
    const key = typeof instant === 'string' ? instant : instant.getTime();
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = String(this.#places.size + 1);
    this.#places.set(key, place);
    return place;
  }

  literal(): string {
    const texts = [...this.#places.keys()].map((key) => (typeof key === 'string' ? key : new Date(key).toISOString()));
    return arrayLiteral(texts);
  }
}

/**
 * Writes a batch of decisions, runs, fires and schedules, in one statement for all that fill the same columns. It locks the
 * schedules' rows and decides only those that are still due and still as they were decided about, so nothing else decides
 * them, and the primary key of the fires gates each occurrence.
 */
export async function writeDecisions(
  trx: Queryable,
  names: Names,
  decisions: readonly Decision[],
): Promise<WrittenBatch> {
  const batches: WrittenBatch[] = [];
  for (const alike of groupByColumns(decisions)) batches.push(await writeAlike(trx, names, alike));
  return { written: batches.flatMap(({ written }) => written), open: batches.flatMap(({ open }) => open) };
}

/**
 * Lets the server plan, and load what it needs, before something is due: it sends the statement with nothing in it. Runs that
 * fill columns of the host's have another statement, whose columns nobody knows before the host is asked.
 */
export async function rehearseDecisions(trx: Queryable, names: Names): Promise<void> {
  await writeAlike(trx, names, []);
}

/** Decisions whose runs fill the same columns of the host's. */
async function writeAlike(trx: Queryable, names: Names, decisions: readonly Decision[]): Promise<WrittenBatch> {
  const host = decisions[0]?.hostColumns ?? NO_HOST_COLUMNS;
  const bindings = [...planBindings(decisions), names.channels.runner];
  const answer = await readRow<Answer>(trx, decisionsSql(names, host), bindings);
  return answer === undefined ? { written: [], open: [] } : toWritten(answer, decisions);
}

function toWritten({ numbers, results, run_ids }: Answer, decisions: readonly Decision[]): WrittenBatch {
  const [written, open]: [Written[], Decision[]] = [[], []];
  numbers.forEach((number, index) => {
    const [decision, result] = [decisions[number - 1], results[index] ?? null];
    if (decision === undefined) return;
    if (result === null) open.push(decision);
    else written.push(writtenOf(decision, result, run_ids[index] ?? null));
  });
  return { written, open };
}

function writtenOf(decision: Decision, result: Result, runId: string | null): Written {
  const { workerName, scheduledAt, dueAt, nextRunAt } = decision;
  const coalescedFrom = scheduledAt === null ? null : dueAt;
  return { workerName, result, runId, scheduledAt: scheduledAt ?? dueAt, coalescedFrom, nextRunAt };
}
