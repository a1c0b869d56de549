import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { waitForRow } from '../support/wait-for.ts';
import { hasBrowser, openBrowser, openPage } from './browser.ts';
import { openPanelHost, type PanelHost } from './panel-host.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong on a page, as rule and place. */
async function violations(page: Page): Promise<string[]> {
  // Through the browser's own protocol: the page's policy lets no inline script in.
  await page.evaluate(axeSource);
  return await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown[]; failureSummary: string }[] }[] }> };
    };
    const found = await axe.run();
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${String(target[0])} ${failureSummary}`),
    );
  });
}

/** Whole hours of the fake clock keep the next occurrence of an expression known. */
const NOW = '2026-03-28T12:00:10Z';

for (const kind of ['Express', 'Koa'] as const) {
  describe(`The panel in a browser, on ${kind}`, function () {
    this.timeout(90_000);
    let database: TestDatabase;
    let host: PanelHost;
    let browser: Browser;
    let page: Page;
    let faults: string[];

    before(async function () {
      if (!hasBrowser) this.skip();
      database = await createTestDatabase({ fakeClock: true });
      await setClock(database.plain, NOW);
      host = await openPanelHost(kind, database);
      browser = await openBrowser();
      ({ page, faults } = await openPage(browser, host.address));
    });
    after(async () => {
      if (!hasBrowser) return;
      await browser.close();
      await host.close();
      await database.drop();
    });

    const go = async (hash: string): Promise<void> => {
      await page.goto('about:blank');
      await page.goto(`${host.address}${hash}`);
    };
    const card = (name: string) => page.locator(`[data-worker="${name}"]`);
    const row = <T>(sql: string): Promise<T> => waitForRow<T>(database, sql, [], 30_000);

    it('raises an alarm while nothing is ticking, and says who leads once something is', async () => {
      await page.getByText('Nothing is ticking').waitFor();
      await host.startScheduler();
      await page.getByText('Scheduler is ticking').waitFor();
      await page.locator('.strip b', { hasText: 'host-a' }).waitFor();
    });

    it('makes a schedule by its builder, previews it and says what saving will do', async () => {
      await go('#/workers/report/edit');
      await page.getByLabel('Rhythm').selectOption('hours');
      await page.getByLabel('at minute').fill('30');
      expect(await page.locator('#cron').inputValue()).to.equal('30 * * * *');
      await page.getByLabel('folder').fill('/data');
      await page.locator('.preview .occurrences li').first().waitFor();
      await page.locator('.change [data-changed="true"]', { hasText: '12:30' }).waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      const stored = await row<{ cron: string; request: unknown }>('select cron, request from worker_schedules');
      expect(stored).to.deep.equal({ cron: '30 * * * *', request: { folder: '/data' } });
    });

    it('shows it fire, fail, wait for its retry and succeed', async () => {
      host.adapter.next = 'fail';
      await setClock(database.plain, '2026-03-28T12:30:01Z');
      await row("select 1 from worker_runs where status = 'FAILED' and attempt = 1");
      await row("select 1 from worker_runs where status = 'QUEUED' and attempt = 2");
      await go('#/');
      await card('report').getByText('attempt 2/3').waitFor();
      await card('report').getByText('May start in').waitFor();
      await card('report').getByText('RangeError: the service answered 502').waitFor();
      host.adapter.next = 'succeed';
      await advanceClock(database.plain, '90 seconds');
      await row("select 1 from worker_runs where status = 'SUCCESS' and attempt = 2");
      await card('report').getByText('Succeeded').waitFor();
      await card('report').getByRole('link', { name: 'Nightly report' }).click();
      const group = page.locator('.group').first();
      await group.locator('.attempt').nth(1).waitFor();
      expect(await group.locator('.badge').allTextContents()).to.deep.equal(['Succeeded', 'Failed']);
      await group.locator('.attempt').nth(1).locator('summary').click();
      await group.getByText('RangeError: the service answered 502 to attempt 1 of report').last().waitFor();
    });

    it('pauses and resumes', async () => {
      await go('#/');
      await card('report').getByRole('button', { name: 'Pause' }).click();
      await card('report').getByText('Paused by Olga Operator').waitFor();
      await row('select 1 from worker_schedules where not enabled');
      await card('report').getByRole('button', { name: 'Resume' }).click();
      await card('report').getByRole('button', { name: 'Pause' }).waitFor();
      await row('select 1 from worker_schedules where enabled');
    });

    it('runs by hand, says what holds the slot, and cancels', async () => {
      host.adapter.next = 'hold';
      await go('#/');
      const runNow = async (): Promise<void> => {
        await card('report').getByRole('button', { name: 'Run now' }).click();
        await page.locator('dialog').getByRole('button', { name: 'Run now' }).click();
      };
      await runNow();
      await page.getByText('is queued.').waitFor();
      await page.keyboard.press('Escape');
      await card('report').locator('progress').waitFor();
      await runNow();
      await page.locator('dialog [data-code="slot_busy"] b').waitFor();
      expect(await page.locator('dialog [data-code="slot_busy"] b').textContent()).to.match(/^#\d+ (Running|Queued)$/);
      await page.keyboard.press('Escape');
      await go('#/workers/report');
      await page.locator('.attempt summary').first().click();
      await page.getByRole('button', { name: 'Cancel run' }).click();
      await page.locator('dialog').getByRole('button', { name: 'Cancel run' }).click();
      await row("select 1 from worker_runs where status = 'CANCELLED'");
      await page.locator('.group').first().getByText('Cancelled').waitFor();
      host.adapter.next = 'succeed';
    });

    it('shows faults at their fields, and keeps what was typed', async () => {
      await go('#/workers/report/edit');
      await page.locator('#cron').fill('61 * * * *');
      await page.locator('#cron-fault').waitFor();
      expect(await page.locator('#cron-fault').textContent()).to.contain('61');
      await page.locator('#cron').fill('0 9 * * *');
      await page.locator('#cron-about').waitFor();
      await page.getByLabel('depth').fill('99');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.field', { hasText: 'depth' }).locator('.field-fault').waitFor();
      expect(await page.getByLabel('depth').inputValue()).to.equal('99');
    });

    it('previews a clock change with its note, in two clocks', async () => {
      await go('#/workers/report/edit');
      await page.locator('#cron').fill('30 2 * * *');
      await page.getByLabel('Time zone').fill('berlin');
      await page.getByRole('option', { name: 'Europe/Berlin' }).click();
      const first = page.locator('.preview .occurrences li').first();
      await first.getByText('02:30 does not exist on this day; runs at 03:00').waitFor();
      expect(await first.textContent()).to.contain('your time');
    });

    it('shows both versions when somebody else was faster', async () => {
      await go('#/workers/report/edit');
      await page.locator('#cron').fill('15 8 * * *');
      await query(
        database,
        `update worker_schedules set cron = '45 7 * * *', version = version + 1, updated_by = 'Paul'`,
      );
      await page.getByRole('button', { name: 'Save' }).click();
      const conflict = page.locator('[data-code="precondition_failed"]');
      await conflict.getByText('15 8 * * *').waitFor();
      await conflict.getByText('45 7 * * *').waitFor();
      await conflict.getByText('Paul').waitFor();
      await conflict.getByRole('button', { name: 'Save mine over it' }).click();
      await page.getByText('Saved.').waitFor();
      await row("select 1 from worker_schedules where cron = '15 8 * * *'");
    });

    it('says that a session is over, and saves what was typed when there is one again', async () => {
      await go('#/workers/report/edit');
      await page.locator('#cron').fill('5 5 * * *');
      host.signEverybodyOut(true);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.save-bar [data-code="unauthenticated"]').waitFor();
      host.signEverybodyOut(false);
      expect(await page.locator('#cron').inputValue()).to.equal('5 5 * * *');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
    });

    it('says that the database is away, keeps what it has, and goes on by itself', async () => {
      await go('#/');
      await card('report').waitFor();
      host.link.cut();
      await page.getByText('The database does not answer').waitFor({ timeout: 30_000 });
      expect(await card('report').count()).to.equal(1);
      host.link.restore();
      await page.getByText('The database does not answer').waitFor({ state: 'detached', timeout: 60_000 });
    });

    it('deletes after a question', async () => {
      await go('#/workers/report/edit');
      await page.getByRole('button', { name: 'Delete schedule' }).click();
      await page.locator('dialog').getByRole('button', { name: 'Delete schedule' }).click();
      await page.getByText('Runs only by hand.').waitFor();
      expect(await query(database, 'select 1 from worker_schedules')).to.deep.equal([]);
    });

    it('shows markup as text', async () => {
      await go('#/workers/markup');
      expect(await page.locator('h1').textContent()).to.contain('<img src=x');
      expect(await page.locator('img').count()).to.equal(0);
      expect(await page.title()).not.to.equal('pwned');
    });

    it('lets a reader look and do nothing, with a sentence', async () => {
      const viewer = await openPage(browser, host.address, { role: 'viewer' });
      await viewer.page.getByText('You may look, but not change anything here.').waitFor();
      const runNow = viewer.page.getByRole('button', { name: 'Run now' }).first();
      expect(await runNow.isDisabled()).to.equal(true);
      await viewer.page.context().close();
    });

    for (const colorScheme of ['light', 'dark'] as const) {
      it(`has nothing that axe finds wrong on any screen, ${colorScheme}`, async () => {
        await query(database, 'delete from worker_runs');
        const opened = await openPage(browser, host.address, { colorScheme });
        for (const hash of ['#/', '#/timeline', '#/workers/report', '#/workers/report/edit']) {
          await opened.page.goto(`${host.address}${hash}`);
          await opened.page.locator('main h1').first().waitFor({ state: 'attached' });
          await opened.page.waitForLoadState('networkidle');
          expect(await violations(opened.page), hash).to.deep.equal([]);
        }
        await opened.page.context().close();
      });
    }

    it('met no error of its own', () => {
      expect(faults).to.deep.equal([]);
    });
  });
}
