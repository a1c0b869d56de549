import type { ServerResponse } from 'node:http';
import { say } from './say.ts';

/** What is said of a call. */
export interface SaidCall {
  readonly method: string;
  /** The path as the client wrote it. */
  readonly originalUrl: string;
}

/** Says a call that may change something, once it is answered. */
export function sayWhenAnswered({ method, originalUrl }: SaidCall, response: ServerResponse): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return;
  response.once('finish', () => say('web', `${method} ${originalUrl} answered ${response.statusCode}`));
}
