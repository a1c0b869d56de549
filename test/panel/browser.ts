import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Where Debian puts it; CHROMIUM names another one. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Whether there is a browser; without one its tests are skipped, and say so. */
export const hasBrowser = existsSync(executablePath);

/** Starts a browser that has no window. */
export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** What a page is opened with. */
export interface PageWish extends BrowserContextOptions {
  readonly role?: 'operator' | 'viewer';
}

/** A page in a session of its own. */
export interface OpenedPage {
  readonly page: Page;
  /** Errors that it has met. */
  readonly faults: readonly string[];
  /** Addresses that it has called, the page's own first. */
  readonly called: readonly string[];
}

/** Opens a page in a session of its own, signed in as somebody. */
export async function openPage(
  browser: Browser,
  address: string,
  { role = 'operator', ...options }: PageWish = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'America/Sao_Paulo', ...options });
  await context.addCookies([{ name: 'role', value: role, domain: new URL(address).hostname, path: '/' }]);
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) faults.push(message.text());
  });
  const called: string[] = [];
  page.on('request', (request) => called.push(request.url()));
  await page.goto(address);
  return { page, faults, called };
}
