import { expect } from 'chai';
import { onEveryHost } from './fixture.ts';

const MARKUP = '<img src=x onerror=alert(1)></script>javascript:alert(1)${7*7}';

onEveryHost('R-M4 Markup and other sites', (fixture) => {
  const path = `/${encodeURIComponent('<img src=x onerror=alert(1)>')}/schedule`;

  it('leaves text literal, in answers that no browser takes for a page', async () => {
    await fixture.call('PUT', '/anything/schedule', { send: { cron: '@daily', request: { text: MARKUP } } });
    await fixture.seedRun({ worker_name: 'anything', status: 'FAILED', error: `Error: ${MARKUP}` });
    for (const address of ['/', '/anything/schedule', '/anything/runs', path]) {
      const { headers, type, text } = await fixture.call('GET', address);
      expect(type, address).to.match(/^application\/(problem\+)?json$/);
      expect(headers['x-content-type-options'], address).to.equal('nosniff');
      expect(() => JSON.parse(text) as unknown, address).not.to.throw();
    }
    const { body } = await fixture.call('GET', '/anything/schedule');
    expect(body).to.deep.include({ request: { text: MARKUP } });
  });

  it('refuses simple requests that a page of another site can send', async () => {
    const id = await fixture.seedRun({ worker_name: 'anything' });
    const before = await fixture.stored();
    for (const [method, address] of [
      ['PUT', '/anything/schedule'],
      ['DELETE', '/anything/schedule'],
      ['POST', '/anything/runs'],
      ['POST', `/anything/runs/${id}/cancel`],
    ] as const) {
      for (const headers of [
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/json', origin: 'https://evil.example' },
        { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
      ]) {
        const { status } = await fixture.call(method, address, { send: '{}', headers });
        expect(status, `${method} ${address}`).to.be.oneOf([403, 415]);
      }
    }
    expect(await fixture.stored()).to.equal(before);
  });
});
