import type { Names } from '../database/names.ts';
import { hasOrderSql } from './run-order.ts';

/**
 * SQL that is true when the worker of a run `r` has a later run: one of a higher id, whatever the clock did meanwhile; where
 * ids have no order, one that was queued when `r` had ended or after. Either reads a few entries of the newest runs' index.
 */
export function laterRunSql(names: Names): string {
  const c = names.run;
  return `(EXISTS (SELECT 1 FROM ${names.runs} y WHERE ${hasOrderSql(names, 'by_id')}
      AND y.${c.worker_name} = r.${c.worker_name} AND y.${c.id} > r.${c.id})
    OR EXISTS (SELECT 1 FROM ${names.runs} z WHERE ${hasOrderSql(names, 'by_queued_at')}
      AND z.${c.worker_name} = r.${c.worker_name} AND z.${c.queued_at} >= r.${c.finished_at} AND z.${c.id} <> r.${c.id}))`;
}
