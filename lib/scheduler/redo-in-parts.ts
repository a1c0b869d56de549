/** Rows of a part: a bad row among a thousand costs some thirty parts and thirty rows alone, not a thousand. */
const PART = 32;

/** How rows are written together and alone; both return how many were. */
export interface Redo<Row> {
  /** Throws when the part as a whole failed. */
  readonly together: (part: readonly Row[]) => Promise<number>;
  /** Deals with its own fault. */
  readonly alone: (row: Row) => Promise<number>;
  /** The reason for which nothing can go on, such as a lost session. */
  readonly over: AbortSignal;
}

/**
 * Redoes a batch that failed, in smaller parts, and each row of a part that fails too in its own transaction, so that a bad
 * row stops none of the others. Returns how many rows were written.
 */
export async function redoInParts<Row>(batch: readonly Row[], redo: Redo<Row>): Promise<number> {
  if (batch.length <= PART) return await eachAlone(batch, redo);
  let written = 0;
  for (let from = 0; from < batch.length; from += PART) {
    written += await togetherOrAlone(batch.slice(from, from + PART), redo);
  }
  return written;
}

async function togetherOrAlone<Row>(part: readonly Row[], redo: Redo<Row>): Promise<number> {
  try {
    return await redo.together(part);
  } catch (error) {
    if (redo.over.aborted) throw error;
    return await eachAlone(part, redo);
  }
}

async function eachAlone<Row>(part: readonly Row[], { alone }: Redo<Row>): Promise<number> {
  let written = 0;
  for (const row of part) written += await alone(row);
  return written;
}
