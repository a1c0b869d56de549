import type { Browser, Locator, Page } from 'playwright-core';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { waitForRow } from '../support/wait-for.ts';
import { hasBrowser, openBrowser, openPage } from './browser.ts';
import { hostKind, type HostKind } from './host-kinds.ts';
import { openPanelHost, type PanelHost } from './panel-host.ts';

/** A Saturday, the day before Europe's clocks go forward. */
const NOW = '2026-03-28T12:00:10Z';

/** A host with the panel, and a page that an operator has opened. */
export class PanelFixture {
  readonly database: TestDatabase;
  readonly host: PanelHost;
  readonly browser: Browser;
  readonly page: Page;
  /** Errors that the page has met. */
  readonly faults: readonly string[];

  private constructor(parts: Omit<PanelFixture, 'go' | 'card' | 'row' | 'close'>) {
    this.database = parts.database;
    this.host = parts.host;
    this.browser = parts.browser;
    this.page = parts.page;
    this.faults = parts.faults;
  }

  static async open(kind: HostKind): Promise<PanelFixture> {
    const database = await createTestDatabase({ fakeClock: true });
    await setClock(database.plain, NOW);
    const host = await openPanelHost(kind, database);
    const browser = await openBrowser();
    return new PanelFixture({ database, host, browser, ...(await openPage(browser, host.address)) });
  }

  /** Opens a view anew, so that nothing of the one before is left. */
  async go(hash: string): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.goto(`${this.host.address}${hash}`);
  }

  card(name: string): Locator {
    return this.page.locator(`[data-worker="${name}"]`);
  }

  async row<T>(sql: string): Promise<T> {
    return await waitForRow<T>(this.database, sql, [], 30_000);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.host.close();
    await this.database.drop();
  }
}

/** Tests of the panel in a browser, on a host of one framework; skipped where there is no browser. */
export function inBrowser(what: string, tests: (panel: () => PanelFixture) => void, kind: HostKind = hostKind): void {
  describe(`${what}, in a browser on ${kind}`, function () {
    this.timeout(150_000);
    let fixture: PanelFixture | undefined;
    before(async function () {
      if (!hasBrowser) {
        console.log(
          '    skipped: the panel is tested in Chromium (Debian: chromium-headless-shell; CHROMIUM names another place)',
        );
        this.skip();
      }
      fixture = await PanelFixture.open(kind);
    });
    after(() => fixture?.close());
    tests(() => {
      if (fixture === undefined) throw new Error('The panel is opened before the tests');
      return fixture;
    });
  });
}
