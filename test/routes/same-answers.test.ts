import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { CONTRACT, type ContractCall } from './contract.ts';
import { type Answered, Fixture } from './fixture.ts';
import type { HostKind, HostOptions, ParserName } from './hosts/host-kind.ts';
import { hosts } from './hosts/hosts.ts';

/** Headers that are part of the answer; the others are the framework's and the date. */
const COMPARED = ['content-type', 'cache-control', 'x-content-type-options', 'etag', 'allow', 'location'];

interface Setting extends Partial<HostOptions> {
  readonly mount: string;
}

/** Every place that a host of this kind can give the router, with every parser that it can have. */
function settingsOf({ positions, parsers }: HostKind): Setting[] {
  const places = positions.flatMap((position): Setting[] =>
    position === 'nested' ? [{ position, mount: '/admin/jobs' }] : ['', '/jobs'].map((mount) => ({ position, mount })),
  );
  return places.flatMap((place) => [undefined, ...parsers].map((parser) => ({ ...place, parser })));
}

/** Where the answer is the host's: paths beside the mount's, and what Koa's parsers refuse before we are asked. */
function isHosts(call: ContractCall, kind: HostKind, { mount, parser }: Setting): boolean {
  if (mount === '' && call.unknownPath === true) return true;
  const strict: (ParserName | undefined)[] = ['json', 'small', 'koa-body'];
  if (parser === 'small' && (call.send ?? '').length > 1024) return true;
  return kind.framework === 'Koa' && strict.includes(parser) && call.notParsed === true;
}

function compared({ status, headers, text }: Answered): object {
  const kept = COMPARED.map((name) => [name, headers[name]?.replace(/^runs\/\d+$/, 'runs/ID')] as const);
  return { status, headers: Object.fromEntries(kept), body: text.replace(/"id":"\d+"|run (\\")?\d+(\\")?/gi, 'ID') };
}

describe('The contract', () => {
  let database: TestDatabase | undefined;
  const expected = new Map<string, object>();
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  after(() => database?.drop());

  async function answers(kind: HostKind, host: Setting): Promise<Map<string, object>> {
    const fixture = new Fixture(kind, () => database);
    await fixture.reset();
    const server = createServer(fixture.listener(host)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const found = new Map<string, object>();
    let created = '';
    // A parser can come between us and a call only where there is a body, and where there is no need to read one.
    const withBody = ({ send, path }: ContractCall): boolean => send !== undefined || path === '/ner/schedule';
    for (const call of host.parser === undefined ? CONTRACT : CONTRACT.filter(withBody)) {
      const { send, headers = {} } = call;
      const answered = await fixture.call(call.method, call.path.replace('CREATED', created), {
        ...(send === undefined ? {} : { send }),
        headers: send === undefined ? headers : { 'content-type': 'application/json', ...headers },
        token: call.token === undefined ? 'operator' : call.token,
        host,
        server,
      });
      if (answered.status === 201 && 'id' in answered.body) created = String(answered.body['id']);
      if (!isHosts(call, kind, host)) found.set(call.what, compared(answered));
    }
    server.close();
    return found;
  }

  it('is answered by Express 5 below a path, without a parser, as it says', async () => {
    const found = await answers(hosts[0]!, { mount: '/jobs' });
    for (const [what, answer] of found) expected.set(what, answer);
    const statuses = [...found.values()].map((answer) => (answer as Answered).status);
    expect(statuses).to.deep.equal(CONTRACT.map((call) => call.status));
  });

  for (const kind of hosts) {
    for (const setting of settingsOf(kind)) {
      const { position = 'plain', mount, parser = 'none' } = setting;
      it(`is answered the same by ${kind.name}, ${position} at "${mount}", parser ${parser}`, async () => {
        const found = await answers(kind, setting);
        expect(found.size).to.be.greaterThan(CONTRACT.length / 2);
        for (const [what, answer] of found) expect(answer, what).to.deep.equal(expected.get(what));
      });
    }
  }
});
