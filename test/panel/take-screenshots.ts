import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { hasBrowser, openBrowser, openPage } from './browser.ts';
import { openPanelHost, type PanelHost } from './panel-host.ts';
import { fillLedger } from './fill-ledger.ts';

/*
 * Pictures of every screen, theme and width for docs/panel/: `npm run panel:screenshots`. Run by mocha, for its database.
 */

const folder = join(import.meta.dirname, '..', '..', 'docs', 'panel');

/** Where a screen is, and what of it comes last. */
const screens = {
  workers: { hash: '#/', last: '.card' },
  timeline: { hash: '#/timeline', last: '.lane' },
  worker: { hash: '#/workers/report', last: '.group' },
  editor: { hash: '#/workers/report/edit', last: '.preview .occurrences li' },
};

const widths = { wide: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };

function pictures() {
  return Object.entries(screens).flatMap(([screen, { hash, last }]) =>
    (['light', 'dark'] as const).flatMap((colorScheme) =>
      Object.entries(widths).map(([width, viewport]) => {
        const locale = width === 'phone' && colorScheme === 'dark' ? 'pt-BR' : 'en-US';
        return { name: `${screen}-${colorScheme}-${width}`, hash, last, colorScheme, viewport, locale };
      }),
    ),
  );
}

describe('Screenshots', function () {
  this.timeout(180_000);
  let database: TestDatabase;
  let host: PanelHost;
  let browser: Browser;
  before(async function () {
    if (!hasBrowser) this.skip();
    mkdirSync(folder, { recursive: true });
    database = await createTestDatabase();
    host = await openPanelHost('Express', database);
    await fillLedger(database);
    await host.startScheduler();
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await host.close();
    await database.drop();
  });

  for (const picture of pictures()) {
    it(`of ${picture.name}`, async () => {
      const { hash, last, colorScheme, viewport, locale, name } = picture;
      const { page } = await openPage(browser, `${host.address}${hash}`, { colorScheme, viewport, locale });
      await page.locator(last).first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(folder, `${name}.png`) });
      await page.context().close();
    });
  }
});
