import { createInterface } from 'node:readline/promises';
import type { NamesInput } from '../../lib/database/names.ts';
import { rollback } from '../../migrations/index.ts';
import type { CommandResult } from '../command-result.ts';
import { connectOrRefuse } from '../connect.ts';
import type { Arguments } from '../read-arguments.ts';

/** Only a person is asked: a script that says rollback means it. */
async function isMeant({ yes }: Arguments): Promise<boolean> {
  if (yes || !process.stdin.isTTY || !process.stderr.isTTY) return true;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await asking.question('This deletes every schedule and every recorded fire. Go on? (yes/no) ');
    return answer.trim().toLowerCase() === 'yes';
  } finally {
    asking.close();
  }
}

/** `rollback`. */
export async function rollbackCommand(given: Arguments, names: NamesInput): Promise<CommandResult> {
  if (!(await isMeant(given))) return { text: 'Nothing was changed.', json: { undone: [] } };
  const { patienceSeconds } = given;
  const knex = await connectOrRefuse(given);
  try {
    const undone = await rollback(knex, { names, ...(patienceSeconds === undefined ? {} : { patienceSeconds }) });
    const text = undone.length === 0 ? 'Nothing to undo.' : `Undone: ${undone.join(', ')}.`;
    return { text, json: { undone } };
  } finally {
    await knex.destroy();
  }
}
