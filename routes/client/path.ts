import { ScheduleClientError } from './schedule-client-error.ts';

/** What a URL takes for the place itself or for the folder above, however it is encoded. */
const NO_SEGMENTS = ['', '.', '..'];

function encode(segment: unknown): string {
  try {
    if (typeof segment === 'string' && !NO_SEGMENTS.includes(segment)) return encodeURIComponent(segment);
  } catch {
    // Half a surrogate pair has no encoding.
  }
  throw new ScheduleClientError('invalid_argument', `A path cannot hold the name or id "${String(segment)}".`);
}

/** A path of the API below its base; whatever is put in is one segment, percent-encoded. Throws `invalid_argument`. */
export function path(texts: TemplateStringsArray, ...segments: readonly string[]): string {
  return String.raw({ raw: texts }, ...segments.map(encode));
}
