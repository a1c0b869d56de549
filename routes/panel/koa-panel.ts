import { type KoaContext, koaRouter, type KoaScheduleRouter } from '../koa-router.ts';
import { panelDispatch } from './panel-dispatch.ts';
import type { SchedulePanelOptions } from './panel-options.ts';

/** Options of `schedulePanel` for Koa. */
export type KoaSchedulePanelOptions<Context> = SchedulePanelOptions<Context> & {
  /** The path below which the panel lives, such as /sistema/workers. Leave it out below koa-mount. Default: the root. */
  readonly prefix?: string | undefined;
};

/**
 * The panel for a Koa host, as a middleware; the API is below it, at ./api/, unless `api` names another mount.
 * Throws `invalid_options`.
 */
export function schedulePanel<Context extends KoaContext = KoaContext>(
  options: KoaSchedulePanelOptions<Context>,
): KoaScheduleRouter<Context> {
  const { prefix, ...others } = options;
  return koaRouter(prefix, panelDispatch<Context>(others));
}
