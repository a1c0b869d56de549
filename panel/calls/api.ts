import { createScheduleClient, type Fetch, type ScheduleClient } from '../../routes/client/index.ts';

/** The API at an address; the browser sends the session that the host has put in front. */
export function apiAt(baseUrl: string): ScheduleClient {
  const credentials = /^https?:/i.test(baseUrl) ? 'include' : 'same-origin';
  const call: Fetch = (url, init) => fetch(url, { ...init, credentials });
  return createScheduleClient({ baseUrl, fetch: call });
}
