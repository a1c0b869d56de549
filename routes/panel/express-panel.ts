import { type ExpressRequest, expressRouter, type ExpressScheduleRouter } from '../express.ts';
import { panelDispatch } from './panel-dispatch.ts';
import type { SchedulePanelOptions } from './panel-options.ts';

/**
 * The panel for an Express host, to be mounted with `app.use`; the API is below it, at ./api/, unless `api` names another
 * mount. Throws `invalid_options`.
 */
export function schedulePanel<Request extends ExpressRequest = ExpressRequest>(
  options: SchedulePanelOptions<Request>,
): ExpressScheduleRouter<Request> {
  return expressRouter(panelDispatch(options));
}
