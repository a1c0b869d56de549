import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { matchRoute } from '../../routes/match-route.ts';
import { routes } from '../../routes/route-table.ts';
import { CONTRACT } from './contract.ts';

const page = readFileSync(new URL('../../docs/http.md', import.meta.url), 'utf8');

/** The rows of the page's table of routes. */
const documented = [...page.matchAll(/^\| `(GET|PUT|PATCH|POST|DELETE) (\/\S*)` \| (read|operate) \|/gm)];

describe('The route table', () => {
  for (const { name, method, path, permission, answers } of routes) {
    it(`has ${name} in docs/http.md, with its permission`, () => {
      const rows = documented.filter((row) => row[1] === method && row[2] === path);
      expect(rows.map((row) => row[3])).to.deep.equal([permission]);
    });

    it(`has ${name} in the contract, once at least for each of its good answers`, () => {
      const calls = CONTRACT.filter((call) => {
        if (call.method !== method || call.status >= 300) return false;
        const match = matchRoute(routes, method, call.path.split('?')[0]!);
        return match.kind === 'route' && match.route.name === name;
      });
      const statuses = new Set(calls.map((call) => String(call.status)));
      expect([...statuses]).to.have.members(Object.keys(answers));
    });
  }

  it('is all that docs/http.md names', () => {
    expect(documented).to.have.length(routes.length);
  });

  it('gives no two rows the same method and path, and every change the right to operate', () => {
    const lines = routes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(lines).size).to.equal(lines.length);
    const changing = routes.filter(({ method, name }) => method !== 'GET' && name !== 'previewSchedule');
    expect(new Set(changing.map(({ permission }) => permission))).to.deep.equal(new Set(['operate']));
  });
});
