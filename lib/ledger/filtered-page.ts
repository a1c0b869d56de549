import type { RunOrder } from '../database/ledger-indexes.ts';
import type { Names } from '../database/names.ts';
import type { Binding } from '../database/read-rows.ts';
import { RUN_TRIGGERS, type RunTrigger, runJson } from './run.ts';
import { filteredOrder } from './run-order.ts';
import { holdsSlot, RUN_STATUSES, type RunStatus } from './transitions.ts';

/** Which part of a worker's runs is wanted: `limit` of them, older than `beforeId`. */
export interface AskedPage {
  readonly workerName: string;
  readonly beforeId: string | undefined;
  readonly order: RunOrder;
  readonly limit: number;
}

/** Left out, a member lets everything through. */
export interface PageFilter {
  readonly statuses: readonly RunStatus[] | undefined;
  readonly triggers: readonly RunTrigger[] | undefined;
}

/** A statement that reads runs as JSON, with its bindings. */
export interface PageStatement {
  readonly sql: string;
  readonly bindings: readonly Binding[];
}

/**
 * The statement for a page of the runs of some states and triggers, or undefined when the filter lets nothing through. Each
 * pair of a state and a trigger is a piece of its own, in order along an index and at most a page long, and the pieces are
 * merged: runs that the filter keeps out are not read, however many they are.
 */
export function filteredPage(names: Names, page: AskedPage, filter: PageFilter): PageStatement | undefined {
  const statuses = RUN_STATUSES.filter((status) => filter.statuses?.includes(status) ?? true);
  const triggers = RUN_TRIGGERS.filter((trigger) => filter.triggers?.includes(trigger) ?? true);
  const pieces = [
    ...activePiece(names, page, { statuses: statuses.filter(holdsSlot), triggers }),
    ...statuses
      .filter((status) => !holdsSlot(status))
      .flatMap((status) => triggers.map((trigger) => overPiece(names, page, { status, trigger }))),
  ];
  if (pieces.length === 0) return undefined;
  return {
    sql: `SELECT p.json FROM (${pieces.map(({ sql }) => sql).join(' UNION ALL ')}) p
      ORDER BY ${mergedOrder(page.order)} LIMIT ?`,
    bindings: [...pieces.flatMap(({ bindings }) => bindings), page.limit],
  };
}

/** The run in the worker's slot, if the filter lets it through: at most one, by the slot's index. */
function activePiece(
  names: Names,
  { workerName, beforeId, order }: AskedPage,
  { statuses, triggers }: { readonly statuses: readonly RunStatus[]; readonly triggers: readonly RunTrigger[] },
): PageStatement[] {
  if (statuses.length === 0 || triggers.length === 0) return [];
  const { worker_name, status, trigger } = names.run;
  const sql = `(SELECT ${pieceColumns(names, order)} FROM ${names.runs} r
    WHERE r.${worker_name} = ? AND r.${status} IN ('QUEUED', 'RUNNING') AND r.${status} IN (${literals(statuses)})
      AND r.${trigger} IN (${literals(triggers)}) ${olderThan(names, order, beforeId)})`;
  return [{ sql, bindings: [workerName, ...(beforeId === undefined ? [] : [beforeId])] }];
}

/** The newest runs of one final state and trigger. */
function overPiece(
  names: Names,
  { workerName, beforeId, order, limit }: AskedPage,
  pair: { readonly status: RunStatus; readonly trigger: RunTrigger },
): PageStatement {
  const { worker_name, status, trigger } = names.run;
  const sql = `(SELECT ${pieceColumns(names, order)} FROM ${names.runs} r
    WHERE r.${worker_name} = ? AND r.${status} = '${pair.status}' AND r.${trigger} = '${pair.trigger}'
      ${olderThan(names, order, beforeId)} ORDER BY ${filteredOrder(names, order).newestFirst} LIMIT ?)`;
  return { sql, bindings: [workerName, ...(beforeId === undefined ? [] : [beforeId]), limit] };
}

/** Each piece brings along what the pieces are merged by. */
function pieceColumns(names: Names, order: RunOrder): string {
  const { id, queued_at } = names.run;
  const place = order === 'by_id' ? `greatest(r.${id}) AS place` : `r.${queued_at} AS place, r.${id} AS id`;
  return `${runJson(names, 'r')}::text AS json, ${place}`;
}

function mergedOrder(order: RunOrder): string {
  return order === 'by_id' ? 'p.place DESC' : 'p.place DESC, p.id DESC';
}

function olderThan(names: Names, order: RunOrder, beforeId: string | undefined): string {
  return beforeId === undefined ? '' : `AND ${filteredOrder(names, order).older}`;
}

/** Words of our own closed lists, which need no quoting. */
function literals(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
