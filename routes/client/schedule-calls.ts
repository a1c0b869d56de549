import { fireListSchema } from '../schemas/fire-schema.ts';
import { scheduleSchema } from '../schemas/schedule-schema.ts';
import { itemsOf } from './pages.ts';
import { path } from './path.ts';
import { FIRE_FILTER, queryOf } from './query-of.ts';
import type { ScheduleCalls } from './schedule-client.ts';
import type { Send } from './send.ts';

/** The calls about schedules, over a way to send. */
export function scheduleCalls(send: Send): ScheduleCalls {
  const write = { expected: scheduleSchema, conditional: true } as const;
  const listFires: ScheduleCalls['listFires'] = async (name, filter, options) =>
    await send({
      method: 'GET',
      path: path`/${name}/schedule/fires` + queryOf(filter, FIRE_FILTER),
      expected: fireListSchema,
      options,
    });
  return {
    getSchedule: async (name, options) =>
      await send({ method: 'GET', path: path`/${name}/schedule`, expected: scheduleSchema, options }),
    putSchedule: async (name, body, options) =>
      await send({ method: 'PUT', path: path`/${name}/schedule`, body, options, ...write }),
    patchSchedule: async (name, body, options) =>
      await send({ method: 'PATCH', path: path`/${name}/schedule`, body, options, ...write }),
    deleteSchedule: async (name, options) =>
      await send<null>({ method: 'DELETE', path: path`/${name}/schedule`, options, ...write, expected: null }),
    listFires,
    fires: (name, filter, options) => itemsOf((from) => listFires(name, { ...filter, ...from }, options)),
  };
}
