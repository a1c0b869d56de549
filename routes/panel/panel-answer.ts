import { createHash } from 'node:crypto';
import type { Answer } from '../answer.ts';
import { ProblemError, problemAnswer } from '../problem.ts';
import { headerOf, type RequestFacts } from '../request-facts.ts';
import type { PanelFile } from './panel-files.ts';
import type { PanelSettings } from './panel-options.ts';

type Headers = Readonly<Record<string, string>>;

/** Loaded when the panel is first asked for: where it stands only a module knows, and some test runners make none of it. */
const panelFiles = async (): Promise<ReadonlyMap<string, PanelFile>> =>
  await (await import('./panel-files.ts')).panelFiles();

/** Its names hold a hash of what is in them. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Answers a call for the page or one of its files; what the map of files does not hold is 404. */
export async function panelAnswer(settings: PanelSettings<never>, facts: RequestFacts): Promise<Answer> {
  if (facts.method !== 'GET' && facts.method !== 'HEAD') {
    const headers = { Allow: 'GET, HEAD' };
    return problemAnswer(new ProblemError('method_not_allowed', 'The panel can only be read.', { headers }));
  }
  if (facts.path === '/' || facts.path === '') return await pageAnswer(settings, facts);
  const file = facts.path === '/index.html' ? undefined : (await panelFiles()).get(facts.path);
  if (file === undefined) return problemAnswer(new ProblemError('not_found', 'The panel has no such file.'));
  return fileAnswer(file, facts, { 'Cache-Control': FOREVER });
}

/** The page's own address must end with a slash, or the browser would look for its files one folder above. */
async function pageAnswer(settings: PanelSettings<never>, facts: RequestFacts): Promise<Answer> {
  if (!facts.sentPath.endsWith('/')) return withLastSlash(facts);
  const page = (await panelFiles()).get('/index.html');
  if (page === undefined) throw new Error('The panel has no page');
  const bytes = Buffer.from(page.bytes.toString().replace('"./api/"', () => `"${settings.api}"`));
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = { ...pageHeaders(settings), ETag: etag, 'Cache-Control': 'no-cache' };
  if (headerOf(facts.message, 'if-none-match')?.replace(/^W\//, '') === etag)
    return { status: 304, headers, body: null };
  return { status: 200, headers: { ...headers, 'Content-Type': page.contentType }, body: bytes };
}

/** Relative, so that it is right behind a proxy that took away a prefix; `./` keeps a colon from making a scheme of it. */
function withLastSlash({ sentPath, search }: RequestFacts): Answer {
  const last = sentPath.slice(sentPath.lastIndexOf('/') + 1);
  const location = `./${last}/${search === '' ? '' : `?${search}`}`;
  const headers = { ...GUARDS, 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' };
  // Koa would make a 204 of an answer without a body.
  return {
    status: 308,
    headers: { ...headers, Location: location },
    body: 'The panel is at this address with a slash at its end.\n',
  };
}

function pageHeaders({ api, frameAncestors }: PanelSettings<never>): Headers {
  const apiOrigin = /^https?:\/\/[^/]+/i.exec(api)?.[0];
  const ancestors = frameAncestors.map((site) => (site === 'self' ? "'self'" : site));
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self'${apiOrigin === undefined ? '' : ` ${apiOrigin}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.length === 0 ? "'none'" : ancestors.join(' ')}`,
  ];
  return { ...GUARDS, 'Content-Security-Policy': policy.join('; ') };
}

const GUARDS: Headers = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

function fileAnswer({ contentType, bytes, packed }: PanelFile, { message }: RequestFacts, headers: Headers): Answer {
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headerOf(message, 'accept-encoding') ?? '');
  const encoding: Headers = takesGzip ? { 'Content-Encoding': 'gzip' } : {};
  return {
    status: 200,
    headers: { ...GUARDS, ...headers, ...encoding, Vary: 'Accept-Encoding', 'Content-Type': contentType },
    body: takesGzip ? packed : bytes,
  };
}
