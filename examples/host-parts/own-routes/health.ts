import type { Knex } from 'knex';
import type { OwnAnswer } from './own-answer.ts';

const limitMs = 2000;

/** `GET /health`: 200 when the database answers within 2 s, else 503. */
export async function health(knex: Knex): Promise<OwnAnswer> {
  const answers = await knex
    .raw('SELECT 1')
    .timeout(limitMs)
    .then(
      () => true,
      () => false,
    );
  return { status: answers ? 200 : 503, body: { database: answers ? 'answers' : 'does not answer' } };
}
