import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { ParserFault } from './parser-fault.ts';

/**
 * What we use of Node's own request. Not its type: hosts' libraries add members to that, such as a `body` of their own
 * type, which ours would contradict.
 */
export interface RequestMessage extends Readable {
  readonly headers: IncomingHttpHeaders;
}

/** What we look at of a request, whichever framework it came through. */
export interface RequestFacts {
  readonly method: string;
  /** Below the mount, as it was sent, percent-encoded, beginning with a slash. */
  readonly path: string;
  /** The whole path as it came to the host, with the mount. */
  readonly sentPath: string;
  /** What follows the question mark. */
  readonly search: string;
  /** Whether we are mounted at the host's root, where paths that no route names are the host's. */
  readonly atRoot: boolean;
  readonly message: RequestMessage;
  /** What a parser of the host made of the body; looked at only when the stream was read. */
  readonly hostBody: unknown;
  /** The fault that a parser of the host met before us. */
  readonly parserFault?: ParserFault | undefined;
}

/** One header's text, or undefined; of a repeated one the first. */
export function headerOf(message: RequestMessage, name: string): string | undefined {
  const value = message.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
