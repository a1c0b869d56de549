import type { Authorize } from 'worker-schedules';
import type { KoaContext } from 'worker-schedules/koa';
import { accessOf } from '../host-parts/access-of.ts';

/** Asked before anything of a call is done. */
export const authorize: Authorize<KoaContext> = ({ req }, { permission }) => accessOf(req.headers, permission);
