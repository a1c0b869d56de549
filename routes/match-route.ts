import { ProblemError } from './problem.ts';
import type { Route } from './route.ts';

/** Parameters of a path, decoded. */
export type PathParameters = Readonly<Record<string, string>>;

export type Match =
  | { readonly kind: 'route'; readonly route: Route; readonly parameters: PathParameters }
  /** The path is ours and the method is not; `allow` lists those that are. */
  | { readonly kind: 'method'; readonly allow: readonly string[] }
  | { readonly kind: 'nothing' };

/** The segment that stands for what belongs to no worker. */
const RESERVED = '-';

function segmentsOf(path: string): string[] {
  const inner = path.replace(/^\//, '').replace(/\/$/, '');
  return inner === '' ? [] : inner.split('/');
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => {
      const segment = segments[index] ?? '';
      return part.startsWith(':') ? segment !== '' && segment !== RESERVED : part === segment;
    })
  );
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ProblemError('invalid_path', 'The path holds percent-encoding that is not UTF-8.');
  }
}

function parametersOf(pattern: readonly string[], segments: readonly string[]): PathParameters {
  return Object.fromEntries(
    pattern.flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), decode(segments[index] ?? '')]] : [])),
  );
}

/**
 * Finds the route of a method and a path as it was sent, still percent-encoded. HEAD is answered as GET.
 * Throws the problem `invalid_path` for a path of ours with encoding that cannot be read.
 */
export function matchRoute(routes: readonly Route[], method: string, path: string): Match {
  const segments = segmentsOf(path);
  const here = routes.filter((route) => fits(segmentsOf(route.path), segments));
  if (here.length === 0) return { kind: 'nothing' };
  const wanted = method === 'HEAD' ? 'GET' : method;
  const route = here.find((candidate) => candidate.method === wanted);
  if (route !== undefined) {
    return { kind: 'route', route, parameters: parametersOf(segmentsOf(route.path), segments) };
  }
  const methods = here.flatMap((candidate) => (candidate.method === 'GET' ? ['GET', 'HEAD'] : [candidate.method]));
  return { kind: 'method', allow: [...methods, 'OPTIONS'] };
}
