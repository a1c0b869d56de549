import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { saveSchedule } from '../../lib/schedules/save-schedule.ts';
import { query } from '../support/databases.ts';
import { fillLedger } from './fill-ledger.ts';
import { markup, panelCatalogue } from './panel-catalogue.ts';
import { inBrowser } from './panel-fixture.ts';

/** Fails when something of a text has become an element, or was run. */
async function expectOnlyText(page: Page, where: string): Promise<void> {
  const made = await page.evaluate<number>(
    "document.querySelectorAll('main :is(img, script, b b, i, u, iframe), main b:has(img)').length",
  );
  expect(made, where).to.equal(0);
  expect(await page.title(), where).not.to.equal('pwned');
}

inBrowser('Markup in the panel', (opened) => {
  const by = { id: 'u-9', name: '<i>Paul</i>' };
  before(async () => {
    const { database } = opened();
    await fillLedger(database);
    const schedule = { workerName: 'markup', cron: '15 4 * * *', request: { html: '<u>under</u>' }, by };
    await saveSchedule(database.knex, schedule, { catalogue: panelCatalogue });
    await query(
      database,
      `insert into worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome, reason, detail)
         values ('markup', now() - interval '1 hour', now(), 'failed', 'invalid_request', '<iframe src=x>')`,
    );
  });

  it('stays text in the list of workers', async () => {
    const panel = opened();
    await panel.go('#/');
    const card = panel.card('markup');
    await card.getByText(markup).waitFor();
    await card.getByText('Error: <script>alert(1)</script>').waitFor();
    await expectOnlyText(panel.page, 'list');
  });

  it('stays text in the timeline and its table', async () => {
    const panel = opened();
    await panel.go('#/timeline');
    await panel.page.locator('.lane').getByText(markup).waitFor();
    await expectOnlyText(panel.page, 'picture');
    await panel.page.getByRole('button', { name: 'Table' }).click();
    await panel.page.locator('.events').getByText(markup).first().waitFor();
    await expectOnlyText(panel.page, 'table');
  });

  it('stays text in errors, requests, reasons and names of people', async () => {
    const panel = opened();
    const { page } = panel;
    await panel.go('#/workers/markup');
    await page.locator('.attempt summary').first().click();
    await page.locator('pre', { hasText: 'Error: <script>alert(1)</script>' }).waitFor();
    await page.locator('pre', { hasText: '"html": "<b>no</b>"' }).waitFor();
    await page.locator('.fires').getByText('<iframe src=x>').waitFor();
    await page.getByText('Last edited by <i>Paul</i>').waitFor();
    await expectOnlyText(page, 'worker');
  });

  it('stays text in the editor, in a conflict and in questions', async () => {
    const panel = opened();
    const { page, database } = panel;
    await panel.go('#/workers/markup/edit');
    await page.locator('h1', { hasText: markup }).waitFor();
    expect(await page.getByLabel('Request as JSON').inputValue()).to.contain('"<u>under</u>"');
    await query(database, `update worker_schedules set version = version + 1 where worker_name = 'markup'`);
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.locator('.conflict');
    await conflict.getByText('<i>Paul</i> has saved this schedule').waitFor();
    await conflict.getByText('"<u>under</u>"').first().waitFor();
    await expectOnlyText(page, 'conflict');
    await conflict.getByRole('button', { name: 'Take the stored one' }).click();
    await page.getByRole('button', { name: 'Delete schedule' }).click();
    await page.locator('dialog').waitFor();
    await expectOnlyText(page, 'question');
  });

  it('met no error of its own', () => {
    expect(opened().faults).to.deep.equal([]);
  });
});
