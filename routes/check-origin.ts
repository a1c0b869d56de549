import { ProblemError } from './problem.ts';
import { headerOf, type RequestFacts } from './request-facts.ts';

/**
 * Refuses what a page of another site asks to change: a browser would send the caller's credentials along. Browsers say so
 * by Sec-Fetch-Site; older ones, and pages without TLS, only by Origin, which then must be this very host. Callers that
 * are no browsers send neither. Throws the problem `cross_site`.
 */
export function checkOrigin({ message }: RequestFacts, allowedOrigins: readonly string[]): void {
  const origin = headerOf(message, 'origin');
  if (origin !== undefined && allowedOrigins.includes(origin)) return;
  const site = headerOf(message, 'sec-fetch-site');
  const foreign = site === undefined ? isForeign(origin, hostsOf(message.headers)) : site === 'cross-site';
  if (!foreign) return;
  throw new ProblemError('cross_site', 'Pages of other sites may not change anything here (option allowedOrigins).');
}

/** Behind a proxy that sets its own Host, the host that the browser asked for stands in X-Forwarded-Host. */
function hostsOf(headers: RequestFacts['message']['headers']): string[] {
  return [headers.host, headers['x-forwarded-host']].flatMap((value) =>
    [value ?? []].flat().flatMap((hosts) => hosts.split(',').map((host) => host.trim().toLowerCase())),
  );
}

function isForeign(origin: string | undefined, hosts: readonly string[]): boolean {
  if (origin === undefined) return false;
  return !hosts.includes(origin.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').toLowerCase());
}
