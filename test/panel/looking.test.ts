import { expect } from 'chai';
import type { Response } from 'playwright-core';
import { query } from '../support/databases.ts';
import { openPage } from './browser.ts';
import { fillLedger } from './fill-ledger.ts';
import { inBrowser } from './panel-fixture.ts';

inBrowser('Looking at the panel', (opened) => {
  before(async () => {
    const { database, host } = opened();
    await host.startScheduler();
    await fillLedger(database);
  });

  it('shows markup as text', async () => {
    const panel = opened();
    const { page } = panel;
    await panel.go('#/workers/markup');
    expect(await page.locator('h1').textContent()).to.contain('<img src=x');
    expect(await page.locator('img').count()).to.equal(0);
    expect(await page.title()).not.to.equal('pwned');
  });

  it('lets a reader look and do nothing, with a sentence', async () => {
    const { browser, host } = opened();
    const viewer = await openPage(browser, host.address, { role: 'viewer' });
    await viewer.page.getByText('You may look, but not change anything here.').waitFor();
    const runNow = viewer.page.getByRole('button', { name: 'Run now' }).first();
    expect(await runNow.isDisabled()).to.equal(true);
    await viewer.page.context().close();
  });

  it('asks with one call per poll, and calls nothing outside its mount', async () => {
    const { browser, host } = opened();
    const look = async (hash: string): Promise<void> => {
      const other = await openPage(browser, `${host.address}${hash}`);
      await other.page.waitForLoadState('networkidle');
      const called: string[] = [];
      const seen = new Set<unknown>();
      other.page.on('request', (request) => {
        seen.add(request);
        called.push(request.url());
      });
      // The answer to a call that began before may come first.
      const answered = (response: Response): boolean =>
        response.url().includes('/api/') && seen.has(response.request());
      await other.page.waitForResponse(answered);
      await other.page.waitForResponse(answered);
      const polls = called.filter((url) => url.startsWith(`${host.address}api/`));
      expect(polls, hash).to.have.length(2);
      expect(new Set(polls).size, hash).to.equal(1);
      // A browser asks for the page's icon when it has time.
      expect(called.filter((url) => !url.startsWith(host.address))).to.deep.equal([]);
      expect(called.length, called.join(' ')).to.be.at.most(3);
      await other.page.context().close();
    };
    await Promise.all(['#/', '#/timeline', '#/workers/report'].map(look));
  });

  it('speaks Portuguese in a Portuguese browser, and English when that is chosen', async () => {
    const { browser, host } = opened();
    const other = await openPage(browser, host.address, { locale: 'pt-BR' });
    await other.page.getByText('Scheduler ativo').waitFor();
    expect(await other.page.locator('html').getAttribute('lang')).to.equal('pt-BR');
    await other.page.getByLabel('Idioma').selectOption('en');
    await other.page.getByText('Scheduler is ticking').waitFor();
    await other.page.getByLabel('Theme', { exact: true }).selectOption('dark');
    const ground = await other.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect(ground).to.equal('rgb(14, 18, 22)');
    await other.page.context().close();
  });

  it('goes through the marks of the timeline by keyboard', async () => {
    const panel = opened();
    const { database, page } = panel;
    await query(
      database,
      `insert into worker_runs (worker_name, status, trigger, queued_at, started_at, finished_at, request)
         select 'cleanup', 'SUCCESS', 'API', now() - n * interval '15 minutes', now() - n * interval '15 minutes',
                now() - n * interval '15 minutes' + interval '5 minutes', '{}' from generate_series(1, 2) n`,
    );
    await panel.go('#/timeline');
    await page.locator('.track[aria-label^="Clean up"]').focus();
    const pointed = page.locator('p.pointed');
    await page.keyboard.press('ArrowLeft');
    await pointed.getByText('will run').waitFor();
    await page.keyboard.press('ArrowLeft');
    await pointed.getByText('Succeeded · 5 min').waitFor();
    const last = (await pointed.textContent()) ?? '';
    await page.keyboard.press('ArrowLeft');
    await pointed.filter({ hasNotText: last }).waitFor();
  });

  it('met no error of its own', () => {
    const { faults } = opened();
    expect(faults).to.deep.equal([]);
  });
});
