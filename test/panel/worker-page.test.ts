import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import type { WorkerPageJson } from '../../routes/client/index.ts';
import { openPage } from './browser.ts';
import { fillLedger } from './fill-ledger.ts';
import { inBrowser } from './panel-fixture.ts';

const ERROR = 'HttpError: the service answered 502 Bad Gateway to GET https://reports.example.com/v2/export/17';

/** The words of an element, apart by single blanks. */
const said = async (element: Locator): Promise<string> => (await element.innerText()).replace(/\s+/g, ' ');

inBrowser('The page of a worker in the panel', (opened) => {
  before(async () => {
    await fillLedger(opened().database);
  });

  it('puts the attempts of an occurrence together, by two clocks and with its lateness', async () => {
    const panel = opened();
    await panel.go('#/workers/report');
    const group = panel.page.locator('.group', { hasText: 'HttpError' }).first();
    expect(await said(group.locator('header'))).to.match(
      /^Sat 28 Mar, 02:30 Europe\/Berlin Fri 27 Mar, 22:30 your time 2 s late$/,
    );
    const attempts = await group.locator('.attempt summary').allInnerTexts();
    const [second, first] = attempts.map((text) => text.replace(/\s+/g, ' '));
    expect(attempts).to.have.length(2);
    expect(second).to.match(/^Succeeded ?#\d+ ?attempt 2\/3 ?retry of #\d+ ?\d+ min/);
    expect(first).to.match(/^Failed ?#\d+ ?attempt 1\/3 ?5 min 57 s ?HttpError/);
  });

  it('opens to the whole error, which can be copied, the request and the configuration', async () => {
    const { browser, host } = opened();
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page } = await openPage(browser, `${host.address}#/workers/report`, { permissions });
    const attempt = page.locator('.attempt', { hasText: 'HttpError' }).first();
    await attempt.locator('summary').click();
    expect(await attempt.getByLabel('Error', { exact: true }).innerText()).to.equal(ERROR);
    await attempt.getByRole('button', { name: 'Copy' }).first().click();
    await attempt.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).to.equal(ERROR);
    const json = async (label: string): Promise<unknown> => JSON.parse(await attempt.getByLabel(label).innerText());
    expect(await json('Request')).to.deep.equal({ folder: '/data/reports', depth: 4 });
    expect(await json('Configuration')).to.deep.equal({ folder: '/data/reports', depth: 4, deep: false });
    const facts = await said(attempt.locator('dl'));
    expect(facts).to.match(/Queued .*02.* Started .*03.* Finished .* Origin Schedule/);
    await page.context().close();
  });

  it('draws how long the last runs took, in their proportion', async () => {
    const panel = opened();
    const answered = panel.page.waitForResponse((response) => response.url().includes('/report/overview'));
    await panel.go('#/workers/report');
    const { runs } = (await (await answered).json()) as WorkerPageJson;
    const took = runs.items
      .filter(({ started_at: from, finished_at: to }) => from !== null && to !== null)
      .map(({ started_at: from, finished_at: to }) => Date.parse(to ?? '') - Date.parse(from ?? ''))
      .reverse();
    const bars = panel.page.locator('.chart rect');
    await bars.first().waitFor();
    const heights = await panel.page.evaluate<number[]>(
      "[...document.querySelectorAll('.chart rect')].map((bar) => bar.height.baseVal.value)",
    );
    expect(heights).to.have.length(took.length);
    const longest = Math.max(...took);
    heights.forEach((height, index) => expect(height).to.be.closeTo((took[index]! / longest) * 56, 1));
    expect(await panel.page.locator('.chart title').first().textContent()).to.match(/^#\d+ \w+ \d+ min/);
    expect(await said(panel.page.locator('.chart figcaption'))).to.match(/longest \d+ min/);
  });

  it('lists the occurrences that enqueued nothing, with the reason', async () => {
    const panel = opened();
    await panel.go('#/workers/cleanup');
    const fires = panel.page.locator('.fires li');
    await fires.first().waitFor();
    const texts = (await fires.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    expect(texts).to.have.length(2);
    for (const text of texts) expect(text).to.match(/ UTC .*Skipped ?the run before was not over/);
  });

  it('says of these occurrences when there are more than it shows', async () => {
    const panel = opened();
    const sentence = panel.page.getByText('The newest 50 of them');
    expect(await sentence.count()).to.equal(0);
    await panel.database.plain.raw(
      `insert into worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome, reason)
       select 'cleanup', now() - n * interval '1 minute 1 second', now(), 'skipped', 'paused' from generate_series(1, 60) n`,
    );
    await panel.go('#/workers/report');
    await panel.go('#/workers/cleanup');
    await sentence.waitFor();
    expect(await panel.page.locator('.fires li').count()).to.equal(50);
  });

  it('shows the next occurrences by two clocks, and who wrote the schedule', async () => {
    const panel = opened();
    await panel.go('#/workers/report');
    const next = panel.page.locator('.occurrences li');
    await next.first().waitFor();
    expect(await next.count()).to.equal(5);
    expect(await said(next.first())).to.equal('Sun 29 Mar, 03:00 Europe/Berlin Sat 28 Mar, 22:00 your time');
    await panel.page.getByText('Last edited by Olga Operator').waitFor();
  });

  it('offers a reader nothing that would change something', async () => {
    const { browser, host } = opened();
    const { page } = await openPage(browser, `${host.address}#/workers/report`, { role: 'viewer' });
    await page.getByText('You may look, but not change anything here.').waitFor();
    await page.locator('.attempt summary').first().click();
    await page.locator('.attempt button').first().waitFor();
    for (const name of ['Run now', 'Pause', 'Cancel run']) {
      const button = page.getByRole('button', { name });
      expect(await button.isDisabled(), name).to.equal(true);
      expect(await button.getAttribute('title'), name).to.equal('You may look, but not change anything here.');
    }
    await page.getByRole('link', { name: 'Look at schedule' }).click();
    await page.locator('#cron').waitFor();
    for (const name of ['Save', 'Delete schedule']) {
      expect(await page.getByRole('button', { name }).isDisabled(), name).to.equal(true);
    }
    for (const field of await page.locator('.draft input, .draft select').all()) {
      expect(await field.isDisabled()).to.equal(true);
    }
    await page.context().close();
  });

  it('met no error of its own', () => {
    expect(opened().faults).to.deep.equal([]);
  });
});
