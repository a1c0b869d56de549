import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong on a page, as rule and place. */
export async function violations(page: Page): Promise<string[]> {
  // Through the browser's own protocol: the page's policy lets no inline script in.
  await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown[]; failureSummary: string }[] }[] }> };
    };
    const found = await inPage.run();
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${String(target[0])} ${failureSummary}`),
    );
  });
}
