import { expect } from 'chai';
import { ClockedPage } from './clocked-page.ts';
import { fillLedger } from './fill-ledger.ts';
import { inBrowser } from './panel-fixture.ts';

const MINUTE_MS = 60_000;
const MB = 1_000_000;

/** For how long somebody looks: an hour; less where PANEL_MINUTES says so. */
const minutes = Number(process.env['PANEL_MINUTES'] ?? 60);
/** Each is looked at for a sixth of that time, and once more after the others. */
const views = ['#/', '#/timeline', '#/workers/report'];
const POLLS_EACH = Math.ceil((minutes * 12) / 2 / views.length);

inBrowser('An hour of the panel', (opened) => {
  before(async () => {
    await fillLedger(opened().database);
  });

  it('costs one call per poll in each view, and no memory that stays', async function () {
    this.timeout(600_000);
    const { browser, host } = opened();
    const clocked = await ClockedPage.open(browser, host.address);
    const heaps: number[] = [];
    for (const hash of [...views, ...views]) {
      await clocked.show(hash);
      const before = clocked.asked;
      expect(await clocked.pass(POLLS_EACH), hash).to.equal(1);
      // A page may see an answer late where the machine has other work, and asks a step later then.
      expect(clocked.asked - before, hash).to.be.within(POLLS_EACH / 2, POLLS_EACH);
      heaps.push(await clocked.heap());
    }
    const [halfway, atEnd] = [heaps[views.length - 1]!, heaps.at(-1)!];
    expect(Math.max(...heaps)).to.be.below(50 * MB);
    expect(atEnd - halfway).to.be.below(MB);
    await clocked.page.context().close();
  });

  it('costs a page that nobody looks at a dozen calls, and is asked about at once when somebody does', async () => {
    const { browser, host } = opened();
    const clocked = await ClockedPage.open(browser, host.address);
    await clocked.pass(2);
    await clocked.hide(true);
    const before = clocked.asked;
    await clocked.pass(60, MINUTE_MS);
    const hidden = clocked.asked - before;
    expect(hidden).to.be.within(5, 17);
    const again = clocked.page.waitForRequest((request) => request.url().includes('/api/'));
    await clocked.hide(false);
    await again;
    await clocked.page.context().close();
  });

  it('is asked about at once after something was done, without waiting for the next poll', async () => {
    const panel = opened();
    const clocked = await ClockedPage.open(panel.browser, panel.host.address);
    const card = clocked.page.locator('[data-worker="cleanup"]');
    await clocked.pass(1);
    const before = clocked.asked;
    await card.getByRole('button', { name: 'Pause' }).click();
    // The page's clock stands: no poll falls due.
    await card.getByText('Paused by Olga Operator').waitFor();
    await card.getByRole('button', { name: 'Resume' }).click();
    await card.getByRole('button', { name: 'Pause' }).waitFor();
    // Two changes, and what is seen of each.
    expect(clocked.asked - before).to.equal(4);
    await clocked.page.context().close();
  });
});
