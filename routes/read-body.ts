import { ProblemError } from './problem.ts';
import type { ParserFault } from './parser-fault.ts';
import { parseJson, parseJsonText } from './parse-json.ts';
import { bodyTooLarge, readStream } from './read-stream.ts';
import { headerOf, type RequestFacts } from './request-facts.ts';
import type { BodyRule } from './route.ts';
import { withinTime } from './time-limit.ts';

export interface BodyLimits {
  readonly bodyLimit: number;
  readonly timeoutMs: number;
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

function isJsonInUtf8(type: string): boolean {
  return JSON_TYPE.test(type) && /^utf-?8$/i.test(CHARSET.exec(type)?.[1] ?? 'utf-8');
}

/**
 * Refuses what is not declared as JSON in UTF-8. A call that changes something without a body must declare it too, because
 * a page of another site cannot do that without asking first; DELETE it cannot send at all.
 */
export function checkContentType({ message, method }: RequestFacts): void {
  const type = headerOf(message, 'content-type');
  if (type === undefined && method === 'DELETE') return;
  const coding = headerOf(message, 'content-encoding') ?? 'identity';
  if (type !== undefined && isJsonInUtf8(type)) {
    if (coding.toLowerCase() === 'identity' || message.readableDidRead) return;
    throw new ProblemError(
      'unsupported_media_type',
      `A body in the encoding ${JSON.stringify(coding)} cannot be read here.`,
    );
  }
  const found = type === undefined ? 'no content type was sent' : `${JSON.stringify(type)} was sent`;
  throw new ProblemError('unsupported_media_type', `Content-Type must be application/json in UTF-8; ${found}.`);
}

/**
 * The JSON value of a body. Whether a parser of the host has read it is judged by the stream; then what that made of it is
 * taken, parsed or not. Throws the problems `invalid_json`, `body_too_large`, `body_unreadable` and `body_timeout`.
 */
export async function readBody(facts: RequestFacts, rule: BodyRule, limits: BodyLimits): Promise<unknown> {
  if (facts.parserFault !== undefined) return fromFault(facts.parserFault, rule, limits.bodyLimit);
  if (Number(headerOf(facts.message, 'content-length') ?? 0) > limits.bodyLimit) throw bodyTooLarge(limits.bodyLimit);
  if (facts.message.readableDidRead) return fromHost(facts.hostBody, rule, limits.bodyLimit);
  const bytes = await withinTime(
    readStream(facts.message, limits.bodyLimit),
    limits.timeoutMs,
    () => new ProblemError('body_timeout', 'The body did not arrive in time.', { headers: { Connection: 'close' } }),
  );
  return bytes.length === 0 && rule === 'optional' ? undefined : parseJson(bytes);
}

/** A parser that takes only objects and arrays leaves the text of what it refuses, which may well be JSON. */
function fromFault({ problem, text }: ParserFault, rule: BodyRule, limit: number): unknown {
  if (text === undefined) throw problem;
  return fromHost(text, rule, limit);
}

function fromHost(body: unknown, rule: BodyRule, limit: number): unknown {
  if (body === undefined) {
    if (rule === 'optional') return undefined;
    throw new ProblemError('body_unreadable', 'A part of the host read the body before us and left nothing of it.');
  }
  if (body instanceof Uint8Array) {
    if (body.byteLength > limit) throw bodyTooLarge(limit);
    return body.byteLength === 0 && rule === 'optional' ? undefined : parseJson(body);
  }
  if (typeof body === 'string') {
    if (Buffer.byteLength(body) > limit) throw bodyTooLarge(limit);
    return body === '' && rule === 'optional' ? undefined : parseJsonText(body);
  }
  if (jsonSize(body) > limit) throw bodyTooLarge(limit);
  return body;
}

/** A value that is nested too deep to be written again counts as small: its depth is refused later. */
function jsonSize(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value));
  } catch {
    return 0;
  }
}
