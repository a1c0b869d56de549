import axe from 'axe-core';
import { expect } from 'chai';
import type { Page } from 'playwright-core';

/** What depends on the theme: of all else the second look would find the same. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong on a page, as rule and place; with all rules of its defaults unless some are named. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Through the browser's own protocol: the page's policy lets no inline script in.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
  return await page.evaluate(
    async (options) => {
      const { axe: inPage } = globalThis as unknown as {
        axe: {
          run(options: object): Promise<{
            violations: { id: string; nodes: { target: unknown[]; failureSummary: string }[] }[];
          }>;
        };
      };
      const found = await inPage.run(options);
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${String(target[0])} ${failureSummary}`),
      );
    },
    rules === undefined ? {} : { runOnly: { type: 'rule', values: [...rules] } },
  );
}

/** Looks at a page by day and by night. */
export async function expectNoViolations(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await violations(page), 'light').to.deep.equal([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, COLOURS), 'dark').to.deep.equal([]);
}
