import type { Browser, Page, Request } from 'playwright-core';
import { waitFor } from '../support/wait-for.ts';
import { openPage } from './browser.ts';

/** Between two polls of a page that somebody looks at. */
const POLL_MS = 5000;

/** A page whose clock only the test moves, and the calls of the API that it makes meanwhile. */
export class ClockedPage {
  readonly page: Page;
  /** Calls that it has made. */
  asked = 0;
  #answered = 0;

  private constructor(page: Page) {
    this.page = page;
    const isCall = (request: Request): boolean => request.url().includes('/api/');
    const end = (request: Request): void => {
      if (isCall(request)) this.#answered += 1;
    };
    page.on('request', (request) => {
      if (isCall(request)) this.asked += 1;
    });
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  static async open(browser: Browser, address: string): Promise<ClockedPage> {
    const { page } = await openPage(browser, address);
    await page.goto('about:blank');
    await page.clock.install({ time: '2026-03-28T12:00:00Z' });
    await page.clock.pauseAt('2026-03-28T12:00:10Z');
    const clocked = new ClockedPage(page);
    await page.goto(address);
    return clocked;
  }

  /** Goes to a view by its link, and waits for what it asks for at once. */
  async show(hash: string): Promise<void> {
    await this.page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await this.pass(1);
  }

  /** Lets time pass in steps, what falls due in one answered before the next; returns the most calls that one of them made. */
  async pass(steps: number, stepMs = POLL_MS): Promise<number> {
    let most = 0;
    for (let n = 0; n < steps; n += 1) {
      const before = this.asked;
      await this.page.clock.runFor(stepMs);
      await waitFor(() => this.#answered >= this.asked, { timeoutMs: 60_000, what: 'the answer to a call' });
      // Once through the page, so that it has seen the answer.
      await this.page.evaluate('0');
      most = Math.max(most, this.asked - before);
    }
    return most;
  }

  /** Lets the page believe that nobody looks at it, or somebody again: a browser without a window always shows its pages. */
  async hide(isHidden: boolean): Promise<void> {
    await this.page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} });
      document.dispatchEvent(new Event('visibilitychange'))`);
  }

  /** Bytes that scripts and the document hold once all rubbish is thrown away. */
  async heap(): Promise<number> {
    const session = await this.page.context().newCDPSession(this.page);
    for (let n = 0; n < 3; n += 1) await session.send('HeapProfiler.collectGarbage');
    const { usedSize, embedderHeapUsedSize } = await session.send('Runtime.getHeapUsage');
    await session.detach();
    return usedSize + embedderHeapUsedSize;
  }
}
