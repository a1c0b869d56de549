import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ScheduleClient } from '../../routes/client/index.ts';
import { apiAt } from './api.ts';

/** The API that the page calls. */
export const Api = createContext<ScheduleClient>(apiAt('./api/'));

/** The API that the page calls. */
export function useApi(): ScheduleClient {
  return useContext(Api);
}
