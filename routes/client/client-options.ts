import { type Checks, checkOptions, optional } from './check-options.ts';

/** What we use of an answer of `fetch`. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** What we hand to `fetch` beside the address. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** What we need of `fetch`; the platform's own fits. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

/** Headers by name. */
export type ClientHeaders = Readonly<Record<string, string>>;

/** Options of `createScheduleClient`. */
export interface ScheduleClientOptions {
  /** Where the API is mounted: absolute, or in a page also relative (./api/). */
  readonly baseUrl: string;
  /** Default: the platform's. */
  readonly fetch?: Fetch | undefined;
  /** Sent with every call; a function is asked anew for each, and may be async. */
  readonly headers?: ClientHeaders | (() => ClientHeaders | Promise<ClientHeaders>) | undefined;
}

/** The options, checked, with their defaults filled in. */
export interface ClientSettings {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly headers: () => ClientHeaders | Promise<ClientHeaders>;
}

const ABSOLUTE = /^https?:\/\/[^/]/i;
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;

function isAddress(value: unknown): boolean {
  if (typeof value !== 'string' || value === '' || /[?#]/.test(value)) return false;
  return ABSOLUTE.test(value) || !HAS_SCHEME.test(value);
}

/** Only a page knows what an address is relative to; another `fetch` may know too. */
function canBeReached(baseUrl: string, fetch: unknown): boolean {
  return ABSOLUTE.test(baseUrl) || fetch !== undefined || 'location' in globalThis;
}

function isHeaders(value: unknown): boolean {
  if (typeof value === 'function') return true;
  const isPlain = typeof value === 'object' && value !== null && !(Symbol.iterator in value);
  return isPlain && Object.values(value).every((text) => typeof text === 'string');
}

const ADDRESS = 'an address without ? and # is needed, such as https://api.example.com/jobs';

function checksFor(fetch: unknown): Checks {
  return {
    baseUrl: [
      (value) => isAddress(value) && canBeReached(value as string, fetch),
      'location' in globalThis ? `${ADDRESS} or ./jobs` : `${ADDRESS}; outside of a page it must be absolute`,
    ],
    fetch: [
      (value) => typeof (value ?? globalThis.fetch) === 'function',
      'a function is needed; this platform has none of its own',
    ],
    headers: [optional(isHeaders), 'an object of texts is needed, or a function that gives one'],
  };
}

/** Looked up at each call, so that what replaces it later is used. */
const platformFetch: Fetch = (url, init) => globalThis.fetch(url, init);

/** Checks the options and freezes them. Throws `invalid_options`. */
export function readClientOptions(options: ScheduleClientOptions): ClientSettings {
  const given = (options as Partial<ScheduleClientOptions> | null | undefined) ?? {};
  checkOptions('createScheduleClient', given, checksFor(given.fetch));
  const { baseUrl, fetch, headers = {} } = options;
  const fixed = typeof headers === 'function' ? headers : { ...headers };
  return Object.freeze({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    fetch: fetch ?? platformFetch,
    headers: typeof fixed === 'function' ? fixed : () => fixed,
  });
}
