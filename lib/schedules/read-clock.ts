import { type Queryable, readRow } from '../database/read-rows.ts';

/** An instant of the database's clock; the text has the microseconds that a Date loses. */
export interface TickNow {
  readonly now: Date;
  readonly nowText: string;
}

/** The instant of the tick's own transaction. */
export async function readTickNow(database: Queryable): Promise<TickNow> {
  const nowText = await readRow<string>(database, 'SELECT to_json(now())::text AS json');
  if (nowText === undefined) throw new Error('now() returned no row');
  return { now: new Date(nowText), nowText };
}
