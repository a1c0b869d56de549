import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createScheduleClient, type ScheduleClient, type ScheduleClientOptions } from '../../../routes/client/index.ts';
import type { Fixture } from '../fixture.ts';

/** Listens on a free port until the test ends, and gives the address, without a slash at its end. */
export type Listen = (listener: RequestListener) => Promise<string>;

/** To be called in a block of tests. */
export function listening(): Listen {
  const open = new Set<Server>();
  afterEach(() => {
    for (const server of open) {
      server.closeAllConnections();
      server.close();
    }
    open.clear();
  });
  return async (listener) => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    open.add(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
}

/** What a test wants of its client and of the host that it calls. */
export interface ClientSetting extends Partial<ScheduleClientOptions> {
  readonly host?: Partial<Parameters<Fixture['kind']['listener']>[0]>;
}

/** Makes clients of a host of the contract that really listens. To be called in a block of tests. */
export function clientsOf(fixture: Fixture): (setting?: ClientSetting) => Promise<ScheduleClient> {
  const listen = listening();
  return async ({ host = {}, ...options } = {}) => {
    const address = await listen(fixture.kind.listener({ knex: fixture.database.knex, ...host }));
    const baseUrl = `${address}${host.mount ?? '/jobs'}`;
    return createScheduleClient({ baseUrl, headers: { authorization: 'operator' }, ...options });
  };
}
