import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openPage } from './browser.ts';
import { addRun, fillHistory, RETRIES, RUNS } from './fill-history.ts';
import { inBrowser } from './panel-fixture.ts';

/** Ids of the runs that are shown, from the top. */
async function shownRuns(page: Page): Promise<number[]> {
  return await page.evaluate<number[]>(
    "[...document.querySelectorAll('.attempt')].map((attempt) => Number(attempt.dataset.run))",
  );
}

/** Waits until so many runs are shown. */
async function waitForRuns(page: Page, count: number): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: new RegExp(`: ${count}\\b`) })
    .waitFor();
}

/** What the element that has the keyboard is called. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent");

inBrowser('A long history in the panel', (opened) => {
  before(async () => {
    await fillHistory(opened().database);
  });

  it('is shown to its end, a page for each click, while only the newest page is asked for again', async () => {
    const { browser, database, host } = opened();
    const { page, faults } = await openPage(browser, `${host.address}#/workers/cleanup`);
    const pages: string[] = [];
    const polls = new Set<string>();
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.endsWith('/cleanup/runs')) pages.push(search);
      if (pathname.endsWith('/cleanup/overview')) polls.add(search);
    });
    const attemptsAt = async (place: number): Promise<string[]> => {
      const id = (await shownRuns(page))[place - 1];
      const group = page.locator('.group', { has: page.locator(`[data-run="${id}"]`) });
      return await group.locator('.attempt .badge').allTextContents();
    };
    await waitForRuns(page, 50);
    expect(await attemptsAt(RETRIES[0])).to.deep.equal(['Succeeded']);
    await page.locator('.group').last().getByText('earlier attempts').waitFor();
    for (const count of [250, 450, RUNS]) {
      await page.getByRole('button', { name: 'Show more' }).click();
      await waitForRuns(page, count);
    }
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
    expect(await focused(page)).to.equal(`Runs shown: ${RUNS}`);
    for (const place of RETRIES) expect(await attemptsAt(place)).to.deep.equal(['Succeeded', 'Failed']);
    expect(await page.getByText('earlier attempts').count()).to.equal(0);
    await addRun(database);
    await waitForRuns(page, RUNS + 1);
    const ids = await shownRuns(page);
    expect(ids).to.have.length(RUNS + 1);
    ids.slice(1).forEach((id, index) => expect(id).to.equal(ids[index]! - 1));
    expect(pages).to.have.length(3);
    expect(new Set(pages).size).to.equal(3);
    expect([...polls]).to.deep.equal(['?locale=en']);
    expect(faults).to.deep.equal([]);
    await page.context().close();
  });

  it('keeps what is shown when older runs cannot be had, and has them once they can', async () => {
    const { browser, host } = opened();
    const { page } = await openPage(browser, `${host.address}#/workers/cleanup`);
    await waitForRuns(page, 50);
    host.signEverybodyOut(true);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.locator('[data-code="unauthenticated"]').waitFor();
    expect(await shownRuns(page)).to.have.length(50);
    host.signEverybodyOut(false);
    await page.getByRole('button', { name: 'Show more' }).click();
    await waitForRuns(page, 250);
    expect(await page.locator('[data-code="unauthenticated"]').count()).to.equal(0);
    await page.context().close();
  });

  it('keeps the keyboard on a filter that was changed, also while there is no answer', async () => {
    const { browser, host } = opened();
    const { page } = await openPage(browser, `${host.address}#/workers/cleanup`);
    await waitForRuns(page, 50);
    const state = page.getByLabel('Filter by state');
    await state.focus();
    await state.selectOption('FAILED');
    await waitForRuns(page, RETRIES.length);
    expect(await focused(page)).to.equal('Filter by state');
    await page.getByLabel('Filter by origin').focus();
    await page.getByLabel('Filter by origin').selectOption('API');
    await page.getByText('No runs.').waitFor();
    expect(await focused(page)).to.equal('Filter by origin');
    host.link.cut();
    await page.getByLabel('Filter by origin').selectOption('');
    await page.getByText('What is shown may be old.').waitFor();
    expect(await focused(page)).to.equal('Filter by origin');
    host.link.restore();
    await page.getByText('What is shown may be old.').waitFor({ state: 'detached', timeout: 60_000 });
    await waitForRuns(page, RETRIES.length);
    expect(await focused(page)).to.equal('Filter by origin');
    await page.context().close();
  });

  it('begins anew with another filter, and asks for older runs of that filter only', async () => {
    const { browser, host } = opened();
    const { page } = await openPage(browser, `${host.address}#/workers/cleanup`);
    await waitForRuns(page, 50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await waitForRuns(page, 250);
    await page.getByLabel('Filter by origin').selectOption('SCHEDULE');
    await waitForRuns(page, 50);
    const asked = page.waitForRequest((request) => request.url().includes('/cleanup/runs?'));
    await page.getByRole('button', { name: 'Show more' }).click();
    expect(new URL((await asked).url()).searchParams.get('trigger')).to.equal('SCHEDULE');
    await waitForRuns(page, 250);
    await page.context().close();
  });
});
