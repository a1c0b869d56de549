import type { ZodMiniType } from 'zod/mini';
import type { FieldFault } from '../../lib/errors.ts';
import { problemSchema } from '../schemas/problem-schema.ts';
import type { ScheduleAnswer } from './answers.ts';
import type { FetchAnswer } from './client-options.ts';
import { type ClientCode, ScheduleClientError, type ScheduleClientErrorCode } from './schedule-client-error.ts';

/** An answer as it arrived, whole. */
export interface Arrived extends Pick<FetchAnswer, 'status' | 'headers'> {
  /** The call in words. */
  readonly what: string;
  readonly text: string;
}

/** What a good answer holds; null for nothing, with 204. */
export type Expected<Body> = ZodMiniType<Body> | null;

/** Reads an answer and checks it. Throws its problem, or what is wrong with it: codes of docs/client.md. */
export function readAnswer<Body>(arrived: Arrived, expected: Expected<Body>): ScheduleAnswer<Body> {
  const { status, headers } = arrived;
  if (status < 200 || status > 299) throw problemOf(arrived);
  const etag = headers.get('etag');
  if (expected === null && status === 204) return { status, etag, body: null as Body };
  return { status, etag, body: checked(arrived, readJson(arrived, 'application/json'), expected) };
}

function problemOf(arrived: Arrived): ScheduleClientError {
  const problem = checked(arrived, readJson(arrived, 'application/problem+json'), problemSchema);
  const { code, detail, errors } = problem;
  const { status, headers } = arrived;
  const facts = { status, errors, problem, etag: headers.get('etag'), retryAfterSeconds: retryAfter(headers) };
  // The server's list of codes is closed, and ours is the same one.
  return new ScheduleClientError(code as ScheduleClientErrorCode, detail, facts);
}

function readJson(arrived: Arrived, mediaType: string): unknown {
  const type = arrived.headers.get('content-type') ?? 'no type';
  if (arrived.text.trim() === '') throw fault(arrived, { code: 'empty_answer', found: 'without a body' });
  if (type.split(';')[0]?.trim().toLowerCase() !== mediaType) {
    const found = `with ${type} instead of ${mediaType}: by something that is not the API`;
    throw fault(arrived, { code: 'foreign_answer', found });
  }
  try {
    return JSON.parse(arrived.text);
  } catch (cause) {
    throw fault(arrived, { code: 'broken_json', found: 'with text that is not JSON', cause });
  }
}

function checked<Body>(arrived: Arrived, value: unknown, expected: Expected<Body>): Body {
  if (expected === null) throw fault(arrived, { code: 'unexpected_shape', found: 'with a body where none belongs' });
  const result = expected.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, code, message }) => {
    const place = path.map(String).join('.');
    return { path: place, code, message: `${place === '' ? 'The body' : place}: ${message}.` };
  });
  const places = errors.map((error) => `${error.path} (${error.code})`).join(', ');
  throw fault(arrived, { code: 'unexpected_shape', found: `with JSON of another shape: ${places}`, errors });
}

interface Fault {
  readonly code: ClientCode;
  readonly found: string;
  readonly errors?: readonly FieldFault[];
  readonly cause?: unknown;
}

function fault({ what, status, headers }: Arrived, { code, found, ...facts }: Fault): ScheduleClientError {
  const known = { status, retryAfterSeconds: retryAfter(headers), ...facts };
  return new ScheduleClientError(code, `${what} was answered ${status} ${found}.`, known);
}

/** Seconds, also where a proxy names an instant: then from the answer's own date. */
function retryAfter(headers: FetchAnswer['headers']): number | null {
  const text = headers.get('retry-after') ?? '';
  const untilInstant = (Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1000;
  const seconds = /^\d+$/.test(text) ? Number(text) : untilInstant;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
