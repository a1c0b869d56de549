import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { fillLedger } from './fill-ledger.ts';
import { inBrowser } from './panel-fixture.ts';

/** What has the keyboard, as its words. */
const focused = async (page: Page): Promise<string> =>
  await page.evaluate<string>(
    "document.activeElement.getAttribute('aria-label') || document.activeElement.id || document.activeElement.textContent",
  );

/** Marks all that can be reached, and says how many there are. */
const MARK_CONTROLS = `(() => {
  const selector = 'a[href], button:not(:disabled), input, select, textarea, summary, [tabindex="0"]';
  const controls = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  for (const control of controls) control.dataset.control = '';
  return controls.length;
})()`;

/** Takes the mark from what has the keyboard, and says how one sees that it has it. */
const TAKE_RING = `(() => {
  const { activeElement } = document;
  delete activeElement.dataset.control;
  const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
  return [outlineStyle, outlineWidth, activeElement.outerHTML.slice(0, 120)].join(' ');
})()`;

const LEFT_CONTROLS = `[...document.querySelectorAll('[data-control]')].map(({ outerHTML }) => outerHTML.slice(0, 120))`;

/** Goes forward until something has the keyboard. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard never comes to ${name}`);
}

inBrowser('The panel by keyboard', (opened) => {
  before(async () => {
    await fillLedger(opened().database);
  });

  it('leads past the head to the content', async () => {
    const panel = opened();
    const { page } = panel;
    await panel.go('#/');
    await panel.card('report').waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).to.equal('Skip to content');
    await page.keyboard.press('Enter');
    expect(await focused(page)).to.equal('main');
    expect(new URL(page.url()).hash).to.equal('#/');
    await page.keyboard.press('Tab');
    expect(await focused(page)).to.equal('Search workers');
  });

  for (const hash of ['#/', '#/timeline', '#/workers/report', '#/workers/report/edit']) {
    it(`comes to every control of ${hash}, each with a visible ring`, async () => {
      const panel = opened();
      const { page } = panel;
      await panel.go(hash);
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      const controls = await page.evaluate<number>(MARK_CONTROLS);
      const rings: string[] = [];
      // A box for a time of day is left by several steps, and at the end of a page is its frame.
      for (let n = 0; n < controls + 4; n += 1) {
        await page.keyboard.press('Tab');
        rings.push(await page.evaluate<string>(TAKE_RING));
      }
      expect(rings.filter((ring) => !/^solid 3px|<body/.test(ring))).to.deep.equal([]);
      expect(await page.evaluate<string[]>(LEFT_CONTROLS)).to.deep.equal([]);
    });
  }

  it('is held by a dialog, and is back where it was when that is closed', async () => {
    const panel = opened();
    const { page } = panel;
    await panel.go('#/workers/report');
    await page.locator('.attempt').first().waitFor();
    await tabTo(page, 'Run now');
    await page.keyboard.press('Enter');
    await page.locator('dialog .request').waitFor();
    for (let n = 0; n < 25; n += 1) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate<boolean>(
        "document.activeElement === document.body || document.activeElement.closest('dialog') !== null",
      );
      expect(isInside).to.equal(true);
    }
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).to.equal('Run now');
  });

  it('finds a zone, and leaves it as it was', async () => {
    const panel = opened();
    const { page } = panel;
    await panel.go('#/workers/report/edit');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.focus();
    await page.keyboard.type('calcutta');
    await page.getByRole('option', { name: 'Asia/Calcutta' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await zone.inputValue()).to.equal('Europe/Berlin');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('sao');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await zone.inputValue()).to.equal('America/Sao_Paulo');
    await page.locator('.preview').getByText('America/Sao_Paulo').first().waitFor();
  });

  it('makes a schedule, pauses it and deletes it', async () => {
    const panel = opened();
    const { page } = panel;
    await panel.go('#/workers/markup/edit');
    await page.locator('#cron').waitFor();
    await tabTo(page, 'cron');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('15 4 * * *');
    await page.locator('.change [data-changed="true"]').waitFor();
    await tabTo(page, 'Save');
    await page.keyboard.press('Space');
    await page.getByText('Saved.').waitFor();
    await panel.row("select 1 from worker_schedules where worker_name = 'markup' and cron = '15 4 * * *'");
    await tabTo(page, 'Back');
    await page.keyboard.press('Enter');
    await panel.card('markup').getByText('Last edited by').waitFor();
    await tabTo(page, 'Pause');
    await page.keyboard.press('Enter');
    await panel.row("select 1 from worker_schedules where worker_name = 'markup' and not enabled");
    await tabTo(page, 'Edit schedule');
    await page.keyboard.press('Enter');
    await page.locator('#cron').waitFor();
    await tabTo(page, 'Delete schedule');
    await page.keyboard.press('Enter');
    await page.locator('dialog').waitFor();
    await page.keyboard.press('Tab');
    await tabTo(page, 'Delete schedule');
    await page.keyboard.press('Enter');
    await page.getByText('Runs only by hand.').waitFor();
  });

  it('met no error of its own', () => {
    expect(opened().faults).to.deep.equal([]);
  });
});
