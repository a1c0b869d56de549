import type { Authorize, ExpressRequest } from 'worker-schedules';
import { accessOf } from '../host-parts/access-of.ts';

/** Asked before anything of a call is done. */
export const authorize: Authorize<ExpressRequest> = (request, { permission }) => accessOf(request.headers, permission);
