import { expect } from 'chai';
import { createScheduleClient, type FetchInit, isScheduleClientError } from '../../../routes/client/index.ts';
import type { Route } from '../../../routes/route.ts';
import { routes } from '../../../routes/route-table.ts';

interface Sent extends FetchInit {
  readonly url: string;
}

/** A client that only notes what it would send, and that everything is answered with nothing. */
function noting(): { sent: Sent[]; client: Record<string, (...parameters: unknown[]) => Promise<unknown>> } {
  const sent: Sent[] = [];
  const client = createScheduleClient({
    baseUrl: 'https://host.example/jobs/',
    fetch: async (url, init) => {
      sent.push({ url, ...init });
      return await Promise.resolve(new Response('', { status: 502 }));
    },
  });
  return { sent, client: client as never };
}

/** What the method of a route is called with: the parameters of its path, then the body it needs. */
function argumentsFor({ path, bodyRule }: Route): unknown[] {
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => `${name ?? ''} 1/ä`);
  return bodyRule === 'required' ? [...parameters, { some: 'body' }] : parameters;
}

describe('The client and the route table', () => {
  for (const route of routes) {
    it(`agree about ${route.name}: ${route.method} ${route.path}`, async () => {
      const { sent, client } = noting();
      expect(client).to.have.property(route.name).that.is.a('function');
      const error = await client[route.name]!(...argumentsFor(route)).catch((thrown: unknown) => thrown);
      expect(isScheduleClientError(error, 'empty_answer')).to.equal(true);
      expect(sent).to.have.length(1);
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(`${name} 1/ä`));
      expect(sent[0]).to.include({ method: route.method, url: `https://host.example/jobs${path}` });
      const declared = route.method === 'GET' ? undefined : 'application/json';
      expect(sent[0]!.headers['content-type']).to.equal(declared);
      const body = { none: undefined, required: '{"some":"body"}', optional: '{}' }[route.bodyRule];
      expect(sent[0]!.body).to.equal(body);
    });
  }

  it('know the same calls; the client has only the two iterators beside them', () => {
    const names = [...routes.map(({ name }) => name), 'runs', 'fires'];
    expect(Object.keys(noting().client)).to.have.members(names);
  });

  it('agree about what may be asked of a list', async () => {
    const { sent, client } = noting();
    for (const { name, path, query } of routes.filter((route) => route.query !== undefined)) {
      const known = Object.keys((query as unknown as { shape: object }).shape);
      const about = path.includes(':worker_name') ? ['ner'] : [];
      const filter = {
        limit: 7,
        cursor: '2026-01-01T00:00:00Z',
        status: ['FAILED', 'QUEUED'],
        trigger: ['API'],
        locale: 'en',
      };
      const asked = Object.entries(filter).filter(([member]) => known.includes(member));
      await client[name]!(...about, Object.fromEntries(asked)).catch(() => undefined);
      const { searchParams } = new URL(sent.at(-1)!.url);
      expect(Object.fromEntries(searchParams), name).to.deep.equal(
        Object.fromEntries(asked.map(([member, value]) => [member, String(value)])),
      );
      const strange = await client[name]!(...about, { unknown: 1 }).catch((thrown: unknown) => thrown);
      expect(isScheduleClientError(strange, 'invalid_options'), name).to.equal(true);
    }
  });
});
