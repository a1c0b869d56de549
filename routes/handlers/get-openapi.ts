import { type Answer, jsonAnswer } from '../answer.ts';
import { openapiDocument } from '../openapi.ts';
import type { Route } from '../route.ts';

let document: Answer | undefined;

/** `GET /-/openapi.json`: made once, of the table itself. */
export function getOpenapi(routes: readonly Route[]): Promise<Answer> {
  document ??= jsonAnswer(openapiDocument(routes));
  return Promise.resolve(document);
}
