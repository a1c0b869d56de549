import { expect } from 'chai';
import { ClockedPage } from './clocked-page.ts';
import { fillLedger } from './fill-ledger.ts';
import { inBrowser } from './panel-fixture.ts';

/** Polls in half an hour that somebody looks. */
const HALF_AN_HOUR = 360;
const MB = 1_000_000;

const views = { 'list of workers': '#/', timeline: '#/timeline', 'page of a worker': '#/workers/report' };

inBrowser('An hour of the panel', (opened) => {
  before(async () => {
    await fillLedger(opened().database);
  });

  it('costs each open page one call per poll, and no memory that stays', async function () {
    this.timeout(600_000);
    const { browser, host } = opened();
    const look = async ([name, hash]: readonly [string, string]): Promise<void> => {
      const clocked = await ClockedPage.open(browser, `${host.address}${hash}`);
      const most = [await clocked.pass(HALF_AN_HOUR)];
      const halfway = await clocked.heap();
      most.push(await clocked.pass(HALF_AN_HOUR));
      const atEnd = await clocked.heap();
      expect(most, name).to.deep.equal([1, 1]);
      // A page may see an answer late where the machine has other work, and asks a step later then.
      expect(clocked.asked, name).to.be.within(HALF_AN_HOUR, 2 * HALF_AN_HOUR);
      expect(atEnd, name).to.be.below(50 * MB);
      expect(atEnd - halfway, name).to.be.below(MB);
      await clocked.page.context().close();
    };
    await Promise.all(Object.entries(views).map(look));
  });

  it('costs a page that nobody looks at a dozen calls, and is asked about at once when somebody does', async () => {
    const { browser, host } = opened();
    const clocked = await ClockedPage.open(browser, host.address);
    await clocked.pass(2);
    await clocked.hide(true);
    const before = clocked.asked;
    await clocked.pass(2 * HALF_AN_HOUR);
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
