import { expect } from 'chai';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { forkScript, killEverything } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';
import { freePort } from '../support/free-port.ts';

const ROOT = new URL('../../', import.meta.url);

describe('the README', () => {
  let database: TestDatabase;
  const folder = new URL(`.data/readme-${process.pid}/`, ROOT);
  const text = readFileSync(new URL('README.md', ROOT), 'utf8');

  before(async () => {
    database = await createTestDatabase({ migrated: false });
    mkdirSync(folder, { recursive: true });
  });
  after(async () => {
    await killEverything();
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  it('shows a program that runs as it stands, and requests that it answers', async () => {
    const [, program] = /```ts\n(.*?)```/s.exec(text) ?? [];
    const script = new URL('program.ts', folder);
    writeFileSync(script, program ?? '');
    const port = await freePort();
    const host = forkScript(script.pathname, { env: { DATABASE_URL: database.url, PORT: String(port) } });
    const requests = [...text.matchAll(/^ {4}(PUT|POST|GET) +(\S+)(?: +(\{.*\}))?$/gm)];
    expect(requests).to.have.length(3);
    const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
    const base = `http://127.0.0.1:${port}`;
    await waitFor(
      () =>
        fetch(`${base}/api/v1/system/workers`, { headers }).then(
          (answer) => answer.ok,
          () => false,
        ),
      {
        timeoutMs: 30_000,
      },
    );
    for (const [, method, path, body] of requests) {
      const answer = await fetch(base + path!, { method: method!, headers, ...(body === undefined ? {} : { body }) });
      expect(answer.status, `${method} ${path}: ${await answer.clone().text()}`).to.be.below(300);
    }
    await host.waitForLine(/^Hello, Ana$/, 20_000);
  }).timeout(60_000);

  it('links to files that exist', () => {
    for (const [, target] of text.matchAll(/\]\((?!http)([^)#]+)\)/g)) {
      expect(() => readFileSync(new URL(target!, ROOT)), target).to.not.throw(/ENOENT/);
    }
  });
});
