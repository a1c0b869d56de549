import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { query } from '../support/databases.ts';
import { type OpenedPage, openPage } from './browser.ts';
import { fillLedger } from './fill-ledger.ts';
import { inBrowser, type PanelFixture } from './panel-fixture.ts';
import { expectNoViolations } from './violations.ts';

/** A state of the panel, and how one gets to it. */
interface Screen {
  readonly hash: string;
  readonly role?: 'viewer';
  readonly reach?: (page: Page, panel: PanelFixture) => Promise<void>;
}

const press = async (page: Page, name: string, within = 'main'): Promise<void> =>
  await page.locator(within).getByRole('button', { name }).first().click();

async function meetConflict(page: Page, { database }: PanelFixture): Promise<void> {
  await page.locator('#cron').fill('15 8 * * *');
  await query(
    database,
    `update worker_schedules set version = version + 1, updated_by = 'Paul' where worker_name = 'report'`,
  );
  await press(page, 'Save');
  await page.locator('.conflict td').first().waitFor();
}

async function meetFaults(page: Page): Promise<void> {
  await page.locator('#cron').fill('61 * * * *');
  await page.locator('#cron-fault').waitFor();
  await page.getByLabel('depth').fill('99');
  await press(page, 'Save');
  await page.locator('.field', { hasText: 'depth' }).locator('.field-fault').waitFor();
}

async function searchZones(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Time zone' }).fill('calcutta');
  await page.locator('.zone-picker').getByRole('option').first().waitFor();
}

async function askToCancel(page: Page): Promise<void> {
  await page.locator('.attempt summary').first().click();
  await press(page, 'Cancel run');
  await page.locator('dialog').waitFor();
}

async function meetBusySlot(page: Page): Promise<void> {
  await press(page, 'Run now');
  await press(page, 'Run now', 'dialog');
  await page.locator('dialog [data-code="slot_busy"] b').waitFor();
}

async function runByHand(page: Page): Promise<void> {
  await press(page, 'Run now');
  await press(page, 'Run now', 'dialog');
  await page.locator('dialog').getByText('is queued.').waitFor();
}

async function loseSession(page: Page, { host }: PanelFixture): Promise<void> {
  host.signEverybodyOut(true);
  await press(page, 'Save');
  await page.locator('.save-bar [data-code="unauthenticated"]').waitFor();
  host.signEverybodyOut(false);
}

async function pointAtSave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).hover();
}

async function askToDelete(page: Page): Promise<void> {
  await press(page, 'Delete schedule');
  await page.locator('dialog').waitFor();
}

async function pointAtMark(page: Page): Promise<void> {
  await page.locator('.track[aria-label^="Clean up"]').focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.pointed b').waitFor();
}

async function openAttempt(page: Page): Promise<void> {
  await page.locator('.attempt', { hasText: 'HttpError' }).first().locator('summary').click();
  await page.locator('.attempt pre').first().waitFor();
}

const report = '#/workers/report';
const editor = `${report}/edit`;

const screens: Readonly<Record<string, Screen>> = {
  'the list of workers': { hash: '#/' },
  'the list of workers, for a reader': { hash: '#/', role: 'viewer' },
  'the timeline': { hash: '#/timeline', reach: pointAtMark },
  'the timeline as a table': { hash: '#/timeline', reach: async (page) => await press(page, 'Table') },
  'a worker': { hash: report, reach: openAttempt },
  'a worker, for a reader': { hash: report, role: 'viewer' },
  'a worker with a long history': { hash: '#/workers/cleanup' },
  'the question before a run is cancelled': { hash: report, reach: askToCancel },
  'a run by hand': { hash: '#/workers/mail%20queue%20%C3%BC', reach: runByHand },
  'the answer of a busy slot': { hash: report, reach: meetBusySlot },
  'the editor': { hash: editor },
  'the editor, the mouse over what saves': { hash: editor, reach: pointAtSave },
  'the editor, for a reader': { hash: editor, role: 'viewer' },
  'the editor of a worker without a schedule': { hash: '#/workers/markup/edit' },
  'the request as JSON': { hash: editor, reach: async (page) => await press(page, 'JSON') },
  'the search of zones': { hash: editor, reach: searchZones },
  'faults at their fields': { hash: editor, reach: meetFaults },
  'both versions of a conflict': { hash: editor, reach: meetConflict },
  'the question before a schedule is deleted': { hash: editor, reach: askToDelete },
  'a session that is over': { hash: editor, reach: loseSession },
};

inBrowser('The screens of the panel', (opened) => {
  let reader: OpenedPage;
  before(async () => {
    const { browser, database, host } = opened();
    await host.startScheduler();
    await fillLedger(database);
    reader = await openPage(browser, host.address, { role: 'viewer' });
  });

  for (const [name, { hash, role, reach }] of Object.entries(screens)) {
    it(`have nothing that axe finds wrong with ${name}`, async () => {
      const panel = opened();
      const { page, faults } = role === 'viewer' ? reader : panel;
      await page.goto('about:blank');
      await page.goto(`${panel.host.address}${hash}`);
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      await reach?.(page, panel);
      await expectNoViolations(page);
      expect(faults).to.deep.equal([]);
    });
  }
});

inBrowser('The alarm of the panel', (opened) => {
  it('has nothing that axe finds wrong', async () => {
    const { browser, host } = opened();
    const { page } = await openPage(browser, host.address, { locale: 'pt-BR' });
    await page.getByText('Nada está rodando').waitFor();
    await expectNoViolations(page);
    await page.context().close();
  });
});
