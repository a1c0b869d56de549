import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import fc from 'fast-check';
import { createTestDatabase, type TestDatabase } from '../../support/databases.ts';
import { Fixture } from '../fixture.ts';
import { hosts } from '../hosts/hosts.ts';
import { type AnyRequest, anyRequest } from './any-request.ts';

/** `REQUESTS=20000 SEED=$RANDOM` asks for more of them and for others. */
const total = Number(process.env['REQUESTS'] ?? 2000);
const seed = Number(process.env['SEED'] ?? 20260310);

/** Longer than this is a hang, in milliseconds. */
const HANG = 2000;

describe('Any request at all', function () {
  this.timeout(600_000);
  let database: TestDatabase | undefined;
  const reached = new Set<number>();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  after(async () => {
    agent.destroy();
    await database?.drop();
  });

  async function send(server: Server, { method, path, headers, body }: AnyRequest): Promise<IncomingMessage> {
    const { port } = server.address() as AddressInfo;
    // Node's client announces no length for the body of a GET or DELETE, and what follows would be read as the next request.
    const announced = body === null ? headers : { ...headers, 'content-length': String(body.length) };
    const sent = request({ agent, port, host: '127.0.0.1', method, path: `/jobs${path}`, headers: announced });
    const signal = AbortSignal.timeout(HANG);
    sent.end(body ?? undefined);
    const [response] = (await once(sent, 'response', { signal })) as [IncomingMessage];
    response.resume();
    await once(response, 'end', { signal });
    return response;
  }

  for (const [index, kind] of hosts.entries()) {
    it(`is answered by ${kind.name} in time, without a fault of its own, and changes nothing when it is refused`, async () => {
      const fixture = new Fixture(kind, () => database);
      await fixture.reset();
      const server = createServer(fixture.listener({})).listen(0, '127.0.0.1');
      await once(server, 'listening');
      let stored = await fixture.stored();
      await fc.assert(
        fc.asyncProperty(anyRequest, async (asked) => {
          const status = (await send(server, asked)).statusCode ?? 0;
          reached.add(status);
          expect(status).to.be.within(200, 499);
          const now = await fixture.stored();
          if (status >= 400 || asked.method === 'GET') expect(now).to.equal(stored);
          stored = now;
        }),
        { numRuns: Math.ceil(total / hosts.length), seed: seed + index, endOnFailure: true },
      );
      server.close();
    });
  }

  it('reaches every kind of answer, or it would prove little', () => {
    expect([...reached]).to.include.members([200, 201, 204, 400, 401, 403, 404, 405, 412, 413, 415, 422]);
  });
});
