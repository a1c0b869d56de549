import type { OwnAnswer } from './own-answer.ts';

/** `GET /flaky`: the service that the unreliable worker calls; it refuses as many attempts as it is told. */
export function flaky(query: Readonly<Record<string, unknown>>): OwnAnswer {
  const attempt = Number(query['attempt'] ?? 1);
  if (attempt <= Number(query['failures'] ?? 0)) return { status: 503, body: { error: 'Too early, try again.' } };
  return { status: 200, body: { answered_at_attempt: attempt } };
}
