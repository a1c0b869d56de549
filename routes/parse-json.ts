import { ProblemError } from './problem.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads JSON from the bytes of a body. Throws the problem `invalid_json`. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new ProblemError('invalid_json', 'The body is not UTF-8.');
  }
  return parseJsonText(text);
}

/** Reads JSON from text. Throws the problem `invalid_json`. */
export function parseJsonText(text: string): unknown {
  if (text.trim() === '') throw new ProblemError('invalid_json', 'The body is empty; JSON is needed.');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProblemError('invalid_json', `The body is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}
