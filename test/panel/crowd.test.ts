import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TimelineJson } from '../../routes/client/index.ts';
import { openPage } from './browser.ts';
import { CROWD, fillCrowd } from './fill-crowd.ts';
import { inBrowser } from './panel-fixture.ts';
import { violations } from './violations.ts';

interface Box {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly fontSize: number;
  /** Whether a part of the text is cut off. */
  readonly isCut: boolean;
}

/** Where the shown elements of a selector are. */
async function boxesOf(page: Page, selector: string): Promise<Box[]> {
  return await page.evaluate<Box[]>(`
    [...document.querySelectorAll('${selector}')].filter((element) => element.getClientRects().length > 0).map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const fontSize = parseFloat(getComputedStyle(element).fontSize);
      const isCut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
      return { text: element.textContent, left, right, top, bottom, fontSize, isCut };
    })`);
}

interface LaneBoxes {
  readonly about: string;
  readonly gaps: readonly Span[];
  /** Runs and coming occurrences. */
  readonly marks: readonly Span[];
}

interface Span {
  readonly left: number;
  readonly right: number;
}

/** Where the marks of each lane are, and the dots that stand for more. */
async function lanesOf(page: Page): Promise<LaneBoxes[]> {
  return await page.evaluate<LaneBoxes[]>(`
    [...document.querySelectorAll('.track[role]')].map((track) => {
      const boxes = (selector) => [...track.querySelectorAll(selector)].map((element) => {
        const { left, right } = element.getBoundingClientRect();
        return { left, right };
      });
      return { about: track.getAttribute('aria-label'), gaps: boxes('.gap'), marks: boxes('.mark:not(.hollow)') };
    })`);
}

/** Pixels that two spans have in common; below 0 what lies between them. */
const shared = (a: Span, b: Span): number => Math.min(a.right, b.right) - Math.max(a.left, b.left);

/** Opens the timeline from the list of workers, and says how many milliseconds it took until all lanes were drawn. */
async function drawTimeline(page: Page): Promise<number> {
  await page.evaluate("globalThis.from = performance.now(); location.hash = '#/timeline'");
  await page
    .locator('.lane')
    .nth(CROWD - 1)
    .waitFor({ state: 'attached' });
  return await page.evaluate<number>(
    'new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - globalThis.from))))',
  );
}

const widths = { wide: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };

inBrowser('The timeline of 200 workers', (opened) => {
  before(async () => {
    await fillCrowd(opened().database);
  });

  for (const [name, viewport] of Object.entries(widths)) {
    it(`is readable on a ${name} screen, and found faultless by axe`, async () => {
      const { browser, host } = opened();
      const { page } = await openPage(browser, host.address, { viewport });
      expect(await drawTimeline(page), 'ms until it is drawn').to.be.below(15_000);
      const lanes = await boxesOf(page, '.lane');
      expect(lanes).to.have.length(CROWD);
      lanes.slice(1).forEach(({ top }, index) => expect(top).to.be.at.least(lanes[index]!.bottom - 0.5));
      expect(Math.max(...lanes.map(({ right }) => right))).to.be.at.most(viewport.width);
      const labels = await boxesOf(page, '.lane > a');
      expect(new Set(labels.map(({ text }) => text)).size).to.equal(CROWD);
      expect(labels.filter(({ isCut, fontSize }) => isCut || fontSize < 12).map(({ text }) => text)).to.deep.equal([]);
      const axis = (await boxesOf(page, '.axis text:not(.now)')).sort((a, b) => a.left - b.left);
      expect(axis.length).to.be.above(1);
      axis.slice(1).forEach(({ left, text }, index) => expect(left, text).to.be.above(axis[index]!.right));
      expect(await violations(page)).to.deep.equal([]);
      await page.context().close();
    });
  }

  it('says of which workers it does not show all, with no word over their marks', async () => {
    const panel = opened();
    const { page } = panel;
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/-/timeline'));
    await panel.go('#/timeline');
    const { items } = (await (await answered).json()) as TimelineJson;
    const cut = items.filter(({ runs_cut: runs, next_cut: next }) => runs || next).length;
    expect(cut).to.be.within(1, CROWD - 1);
    await page.locator('.legend').getByText('Not all shown').waitFor();
    expect(await page.locator('.track', { hasText: /./ }).count()).to.equal(0);
    const lanes = await lanesOf(page);
    expect(lanes.filter(({ about }) => about.includes('more that are not shown'))).to.have.length(cut);
    expect(lanes.filter(({ gaps }) => gaps.length > 0)).to.have.length(cut);
    for (const { about, gaps, marks } of lanes) {
      const over = gaps.flatMap((gap) => marks.filter((mark) => shared(gap, mark) > 2));
      expect(over, about).to.deep.equal([]);
      for (const { left, right } of gaps) expect(right - left, about).to.be.above(0);
    }
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByText(`Workers of which not all runs and occurrences are shown: ${cut}.`).waitFor();
  });

  it('answers the keyboard at once', async () => {
    const panel = opened();
    const { page } = panel;
    await panel.go('#/timeline');
    await page
      .locator('.track')
      .nth(CROWD - 1)
      .focus();
    const seen = new Set<string>();
    const from = performance.now();
    for (const key of ['Home', ...Array<string>(19).fill('ArrowRight')]) {
      await page.keyboard.press(key);
      seen.add((await page.locator('p.pointed').textContent()) ?? '');
    }
    expect(performance.now() - from, 'ms for 20 keys').to.be.below(10_000);
    expect(seen.size).to.be.above(1);
  });

  it('is a table too, that holds every mark', async () => {
    const panel = opened();
    const { page } = panel;
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/-/timeline'));
    await panel.go('#/timeline');
    const { items } = (await (await answered).json()) as TimelineJson;
    const marks = items.flatMap(({ runs, silent_fires: fires, next }) => [...runs, ...fires, ...next]).length;
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('button', { name: /^Show all \d+$/ }).click();
    await page.getByRole('button', { name: /^Show all/ }).waitFor({ state: 'detached' });
    expect(marks).to.be.above(10 * CROWD);
    expect(await page.locator('.events tbody tr').count()).to.equal(marks);
  });

  it('met no error of its own', () => {
    expect(opened().faults).to.deep.equal([]);
  });
});
