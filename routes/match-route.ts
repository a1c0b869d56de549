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
  const start = path.startsWith('/') ? 1 : 0;
  const inner = path.slice(start, path.length > start && path.endsWith('/') ? -1 : undefined);
  return inner === '' ? [] : inner.split('/');
}

/** One path of the table, taken apart once. */
interface PathPattern {
  readonly segments: readonly string[];
  readonly routes: ReadonlyMap<string, Route>;
  readonly allow: readonly string[];
}

function patternOf(path: string, here: readonly Route[]): PathPattern {
  const methods = here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return {
    segments: segmentsOf(path),
    routes: new Map(here.map((route) => [route.method, route])),
    allow: [...methods, 'OPTIONS'],
  };
}

const tables = new WeakMap<readonly Route[], readonly PathPattern[]>();

function patternsOf(routes: readonly Route[]): readonly PathPattern[] {
  const known = tables.get(routes);
  if (known !== undefined) return known;
  const paths = [...new Set(routes.map(({ path }) => path))];
  const patterns = paths.map((path) =>
    patternOf(
      path,
      routes.filter((route) => route.path === path),
    ),
  );
  tables.set(routes, patterns);
  return patterns;
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
  const pattern = patternsOf(routes).find((candidate) => fits(candidate.segments, segments));
  if (pattern === undefined) return { kind: 'nothing' };
  const route = pattern.routes.get(method === 'HEAD' ? 'GET' : method);
  if (route === undefined) return { kind: 'method', allow: pattern.allow };
  return { kind: 'route', route, parameters: parametersOf(pattern.segments, segments) };
}
