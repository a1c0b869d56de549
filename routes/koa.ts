import { dispatch } from './dispatch.ts';
import { type KoaContext, koaRouter, type KoaScheduleRouter } from './koa-router.ts';
import { readRouterOptions, type ScheduleRouterOptions } from './router-options.ts';

export type { KoaContext, KoaScheduleRouter } from './koa-router.ts';
export { type KoaSchedulePanelOptions, schedulePanel } from './panel/koa-panel.ts';

export interface KoaScheduleRouterOptions<Context> extends ScheduleRouterOptions<Context> {
  /** The path below which the API lives, such as /api/workers. Leave it out below koa-mount. Default: the root. */
  readonly prefix?: string | undefined;
}

/**
 * The API for a Koa host, as a middleware: below koa-mount, or with a prefix of its own. It answers only below its mount;
 * an error that nobody expected is thrown to the host. Throws `invalid_options`.
 */
export function scheduleRouter<Context extends KoaContext = KoaContext>(
  options: KoaScheduleRouterOptions<Context>,
): KoaScheduleRouter<Context> {
  const { prefix, ...others } = options;
  const settings = readRouterOptions(others);
  return koaRouter(prefix, (arrival) => dispatch(settings, arrival));
}
