import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { behindProxy } from '../routes/hosts/host-kind.ts';
import { openPage } from './browser.ts';
import { fillLedger } from './fill-ledger.ts';
import { hostKind } from './host-kinds.ts';
import { inBrowser } from './panel-fixture.ts';
import { panelListener } from './panel-listener.ts';
import { serve } from './serve.ts';

interface Place {
  /** The root unless one is named. */
  readonly mount?: string;
  readonly isProxied?: boolean;
  /** What somebody types. */
  readonly typed: string;
  /** Where the page is then, and below what it must stay. */
  readonly home: string;
  readonly api?: string;
}

const places: Readonly<Record<string, Place>> = {
  'at the root': { typed: '/', home: '/' },
  'deep below, with a blank in its path': { mount: '/a/b/c%20d', typed: '/a/b/c%20d/', home: '/a/b/c%20d/' },
  'without its last slash': { mount: '/w', typed: '/w', home: '/w/' },
  'behind a proxy that takes a prefix away': { mount: '/w', isProxied: true, typed: '/front/w/', home: '/front/w/' },
  'behind a proxy, without its last slash': { mount: '/w', isProxied: true, typed: '/front/w', home: '/front/w/' },
  'for an API that is mounted already': { mount: '/w', typed: '/w/', home: '/w/', api: '/jobs' },
};

/** Goes from view to view as a person does, opens a dialog, and changes something. */
async function useIt(page: Page): Promise<void> {
  const card = page.locator('[data-worker="report"]');
  await card.waitFor();
  await page.getByRole('link', { name: 'Timeline' }).click();
  await page.locator('.track[role]').first().waitFor();
  await page.getByRole('link', { name: 'Nightly report' }).first().click();
  await page.locator('.attempt').first().waitFor();
  await page.getByRole('link', { name: 'Edit schedule' }).click();
  await page.locator('.preview .occurrences li').first().waitFor();
  await page.getByRole('link', { name: 'Workers' }).click();
  await card.getByRole('button', { name: 'Run now' }).click();
  await page.locator('dialog .request').waitFor();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Pause' }).click();
  await card.getByRole('button', { name: 'Resume' }).click();
  await card.getByRole('button', { name: 'Pause' }).waitFor();
}

inBrowser('The place of the panel', (opened) => {
  before(async () => {
    await fillLedger(opened().database);
  });

  for (const [name, { mount = '', isProxied = false, typed, home, ...api }] of Object.entries(places)) {
    it(`may be ${name}: it works, and calls nothing outside its mount and the API`, async () => {
      const { browser, database } = opened();
      const listener = panelListener(hostKind, { knex: database.knex, mount, ...api });
      const { origin, close } = await serve(isProxied ? behindProxy(listener) : listener);
      // A page of its own: a browser asks for the icon of the one before when it has time.
      const { page, faults, called } = await openPage(browser, `${origin}${typed}`);
      await useIt(page);
      expect(page.url().split('#')[0]).to.equal(`${origin}${home}`);
      const allowed = [`${origin}${home}`, ...(api.api === undefined ? [] : [`${origin}${api.api}/`])];
      const outside = called.slice(1).filter((url) => !allowed.some((start) => url.startsWith(start)));
      expect(outside).to.deep.equal([]);
      expect(called.filter((url) => url.includes('/-/overview'))).not.to.deep.equal([]);
      expect(faults).to.deep.equal([]);
      await page.context().close();
      close();
    });
  }
});
