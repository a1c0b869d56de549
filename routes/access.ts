import type { Principal } from '../lib/catalogue/principal.ts';

/** `read` looks, `operate` changes. */
export type Permission = 'read' | 'operate';

/** What is asked of the host before anything of a call is done. */
export interface AccessQuestion {
  readonly permission: Permission;
  /** The worker that the path names; absent for calls about no single worker. */
  readonly workerName?: string;
}

/** The caller is known and may not. */
export interface Refusal {
  readonly refused: true;
}

/** A principal lets the call in and signs what it changes; null is answered 401, a refusal 403. */
export type AccessAnswer = Principal | Refusal | null;

/** The host's decision about one call; `Host` is Express' request or Koa's context. */
export type Authorize<Host> = (host: Host, question: AccessQuestion) => AccessAnswer | Promise<AccessAnswer>;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('\0') && value.isWellFormed();
}

/** Checks what a host answered, so that a mistake in it lets nobody in and stores nothing strange. */
export function readAccessAnswer(answer: unknown): AccessAnswer {
  if (answer === null || answer === undefined) return null;
  const { refused, id, name } = answer as Record<string, unknown>;
  if (refused === true) return { refused };
  if (isText(id) && isText(name)) return { id, name };
  throw new TypeError('authorize must return { id, name } as non-empty strings, null, or { refused: true }.');
}
