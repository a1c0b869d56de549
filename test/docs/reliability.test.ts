import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

/** Cases of each kind that the page must map: timers, leadership, tick, retries, leases, start and stop. */
const KINDS = { D: 2, E: 5, F: 4, H: 4, I: 3, N: 3 } as const;
const IDS = Object.entries(KINDS).flatMap(([kind, count]) =>
  Array.from({ length: count }, (_, index) => `R-${kind}${index + 1}`),
);

describe('docs/reliability.md', () => {
  const page = read('docs/reliability.md');
  const rows = new Map([...page.matchAll(/^\| (R-[A-Z]\d+) \|.*\| (.*) \|$/gm)].map(([, id, tests]) => [id!, tests!]));

  it('maps every case of its kinds, once', () => {
    expect([...rows.keys()]).to.deep.equal(IDS);
    expect([...page.matchAll(/^\| R-/gm)]).to.have.length(IDS.length);
  });

  for (const id of IDS) {
    it(`names tests of ${id} that exist`, () => {
      for (const file of (rows.get(id) ?? '').split(', ')) {
        const titles = [...read(file).matchAll(/\bit\(\s*[`'"](.*)/g)].map(([, title]) => title!);
        expect(
          titles.filter((title) => new RegExp(`\\b${id}\\b`).test(title)),
          file,
        ).to.not.deep.equal([]);
      }
    });
  }

  it('names files and commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
    for (const [, name] of page.matchAll(/npm run ([\w:]+)/g)) expect(scripts).to.have.property(name!);
    const tests = [...page.matchAll(/\btest\/[\w/-]+\.test\.ts/g)].map(([path]) => path);
    const links = [...page.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, path]) => `docs/${path!}`);
    for (const path of [...tests, ...links]) expect(existsSync(new URL(path, ROOT)), path).to.equal(true);
  });
});
