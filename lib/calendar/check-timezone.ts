import { WorkerSchedulesError } from '../errors.ts';
import { BoundedCache } from './bounded-cache.ts';
import { timezoneNames } from './timezone-names.ts';

/** Longer than any name of the list (32 characters). */
const LONGEST_NAME = 60;
const SIGN_NOTE = 'Etc/GMT-3 is three hours ahead of UTC, its sign is reversed';

/** Canonical names by their lower-case form. */
const byLowerCase = new Map(timezoneNames.map((name) => [name.toLowerCase(), name]));
/** Names of the list that this Node has no data for, or has; each is tried once. */
const computable = new BoundedCache<string, boolean>(timezoneNames.length);

/**
 * The canonical spelling of an IANA zone name or link, whatever its letter case; a link stays the link. Throws
 * `invalid_timezone` with a hint for offsets, abbreviations and anything else that is not on the list.
 */
export function checkTimezone(name: unknown): string {
  const canonical = isShortText(name) ? byLowerCase.get(name.toLowerCase()) : undefined;
  if (canonical === undefined) {
    throw timezoneFault(name, hintFor(name));
  }
  if (!isComputable(canonical)) {
    throw timezoneFault(name, 'this Node.js has no data for it');
  }
  return canonical;
}

/** Every name that `checkTimezone` accepts, aliases such as Asia/Kolkata and UTC included, sorted. */
export function supportedTimezones(): readonly string[] {
  return Object.freeze(timezoneNames.filter(isComputable));
}

function isComputable(name: string): boolean {
  const known = computable.get(name);
  if (known !== undefined) {
    return known;
  }
  let result = true;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
  } catch {
    result = false;
  }
  computable.set(name, result);
  return result;
}

function isShortText(name: unknown): name is string {
  return typeof name === 'string' && name.length <= LONGEST_NAME;
}

function hintFor(name: unknown): string {
  if (!isShortText(name)) {
    return 'the name of an IANA time zone is needed, such as Europe/Berlin';
  }
  if (/^[A-Za-z]*\s*[+\-−]?\d/.test(name)) {
    return `offsets are not accepted: use the name of a place such as Europe/Berlin, or a fixed one (${SIGN_NOTE})`;
  }
  const similar = similarNames(name);
  if (similar.length > 0) {
    return `did you mean ${similar.join(' or ')}?`;
  }
  if (/^[A-Za-z]{1,5}$/.test(name)) {
    return 'abbreviations mean different zones to different people: use the name of a place such as America/New_York';
  }
  return 'use a name of the IANA time zone list such as Europe/Berlin, or UTC';
}

/** Names whose last part is what was written, blanks and case aside: "new york" finds America/New_York. */
function similarNames(name: string): readonly string[] {
  const wanted = name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  const place = wanted.slice(wanted.lastIndexOf('/') + 1);
  return timezoneNames.filter((known) => known.toLowerCase().endsWith(`/${place}`)).slice(0, 3);
}

function timezoneFault(name: unknown, hint: string): WorkerSchedulesError {
  const found = typeof name === 'string' ? JSON.stringify(name.slice(0, LONGEST_NAME)) : typeof name;
  const message = `${found} is not a known time zone: ${hint}`;
  return new WorkerSchedulesError('invalid_timezone', message, {
    details: { found, hint },
    fields: [{ path: 'timezone', code: 'invalid_timezone', message }],
  });
}
