/** One endpoint as it is measured. */
export interface Endpoint {
  readonly name: string;
  /** Request number `index` as it goes over the wire; the numbers of one measurement go on where the last one's ended. */
  readonly request: (index: number) => string;
  /** The status that every answer must have. */
  readonly status: number;
}

/** Workers that have a schedule, a last run and, every other one, an active run. */
export const WORKERS = 100;

/** Workers that are asked for one run each, so that each call finds its slot free. */
export const POSTED_WORKERS = 50_000;

/** Where the router over the workers with schedules is mounted, and the one over those that are asked for runs. */
export const mounts = { jobs: '/jobs', posts: '/posts' } as const;

function message(method: string, path: string, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const content = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
  const headers = `Host: 127.0.0.1\r\nAuthorization: operator\r\n${body === undefined ? '' : content}`;
  return `${method} ${path} HTTP/1.1\r\n${headers}\r\n${text}`;
}

const schedulePath = (worker: number): string => `${mounts.jobs}/w${worker}/schedule`;

/** Half of the workers keep their schedule, the others' are changed with every call. */
const HALF = WORKERS / 2;

/** The schedule that a worker is given; another `edition` is a change. */
export function scheduleBody(edition: number): { cron: string; timezone: string; request: object } {
  const request = { folder: '/data/in', deep: true, edition };
  return { cron: '30 9 * * 1-5', timezone: 'Europe/Berlin', request };
}

export const endpoints: readonly Endpoint[] = [
  { name: 'GET schedule', status: 200, request: (index) => message('GET', schedulePath(index % WORKERS)) },
  {
    name: 'PUT schedule, identical',
    status: 200,
    request: (index) => message('PUT', schedulePath(index % HALF), scheduleBody(0)),
  },
  {
    name: 'PUT schedule, changed',
    status: 200,
    request: (index) => message('PUT', schedulePath(HALF + (index % HALF)), scheduleBody(1 + index)),
  },
  {
    name: 'POST runs',
    status: 201,
    request: (index) => message('POST', `${mounts.posts}/w${index % POSTED_WORKERS}/runs`, scheduleBody(0).request),
  },
  { name: `GET workers, ${WORKERS} of them`, status: 200, request: () => message('GET', mounts.jobs) },
];
