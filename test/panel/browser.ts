import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/**
 * Where Debian puts Chromium: first without the window that no test sees, which opens a page in a quarter of the time, and whole.
 * CHROMIUM names another one.
 */
const named = process.env['CHROMIUM'];
const places = named === undefined ? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] : [named];
const executablePath = places.find((place) => existsSync(place));

/** Whether there is a browser; without one its tests are skipped, and say so. */
export const hasBrowser = executablePath !== undefined;

/** Starts a browser that has no window. */
export async function openBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error(`There is no browser at ${places.join(' or ')}`);
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
