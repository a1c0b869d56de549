import { ProblemError, toProblem } from './problem.ts';
import { bodyTooLarge } from './read-stream.ts';

interface ParserError extends Error {
  readonly type: string;
  readonly body?: unknown;
  readonly limit?: unknown;
}

function isParserError(error: unknown): error is ParserError {
  return error instanceof Error && 'type' in error && typeof error.type === 'string';
}

/** What a body parser of the host met, and the text that it could not parse, which we may be able to. */
export interface ParserFault {
  readonly problem: ProblemError;
  readonly text?: string | undefined;
}

/**
 * Whether an error is a body parser's complaint about the request (the `type` of the package body-parser), and which
 * problem that is; undefined for every other error, which stays the host's.
 */
export function parserFaultOf(error: unknown): ParserFault | undefined {
  if (!isParserError(error) || toProblem(error) !== undefined) return undefined;
  switch (error.type) {
    case 'entity.parse.failed':
      return {
        problem: new ProblemError('invalid_json', 'The body is not JSON.'),
        text: typeof error.body === 'string' ? error.body : undefined,
      };
    case 'entity.too.large':
      return { problem: bodyTooLarge(typeof error.limit === 'number' ? error.limit : 0) };
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return {
        problem: new ProblemError('unsupported_media_type', 'The body is in an encoding that cannot be read here.'),
      };
    case 'request.aborted':
    case 'request.size.invalid':
      return { problem: new ProblemError('body_unreadable', 'The body ended before it was whole.') };
    default:
      return undefined;
  }
}
