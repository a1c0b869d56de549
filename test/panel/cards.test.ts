import { expect } from 'chai';
import type { Route } from 'playwright-core';
import type { OverviewJson } from '../../routes/client/index.ts';
import { query } from '../support/databases.ts';
import { openPage } from './browser.ts';
import { fillLedger } from './fill-ledger.ts';
import { inBrowser, type PanelFixture } from './panel-fixture.ts';

/** What a card says, its words apart by single blanks. */
async function said(panel: PanelFixture, name: string, part = ''): Promise<string> {
  return (await panel.card(name).locator(`:scope ${part}`).first().innerText()).replace(/\s+/g, ' ');
}

/** Lets the overview answer something else than the host does. */
function changed(change: (overview: OverviewJson) => OverviewJson): (route: Route) => Promise<void> {
  return async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as OverviewJson) });
  };
}

inBrowser('The list of workers in the panel', (opened) => {
  before(async () => {
    const panel = opened();
    const { database, host } = panel;
    await host.startScheduler();
    await fillLedger(database);
    await query(
      database,
      `insert into worker_schedules (worker_name, enabled, cron, timezone, request, next_run_at, switched_at, created_at, updated_at)
         values ('gone', true, '0 5 * * *', 'UTC', '{}', now() + interval '17 hours', now(), now(), now())`,
    );
    await panel.go('#/');
    await panel.card('report').waitFor();
  });

  it('says the agenda in words and as the expression, and the next run by two clocks', async () => {
    const agenda = await said(opened(), 'report', '.agenda');
    expect(agenda).to.contain('At 02:30');
    expect(agenda).to.contain('30 2 * * *');
    expect(agenda).to.contain('in 12 h 59 min');
    expect(agenda).to.contain('Sun 29 Mar, 03:00 Europe/Berlin');
    expect(agenda).to.contain('Sat 28 Mar, 22:00 your time');
  });

  it('counts down', async () => {
    const left = opened().card('cleanup').locator('.next b');
    const before = await left.innerText();
    expect(before).to.match(/^in 29 min/);
    await left.filter({ hasNotText: before }).waitFor();
  });

  it('says who has paused a worker, and when', async () => {
    const agenda = await said(opened(), 'mail queue ü', '.agenda');
    expect(agenda).to.contain('Paused by Olga Operator since Sat 28 Mar, 09:00');
  });

  it('says what was skipped last, and why', async () => {
    expect(await said(opened(), 'cleanup')).to.match(
      /Last skipped Sat 28 Mar, \d\d:\d\d · the run before was not over/,
    );
  });

  it('shows the active run with its progress, and how the last one ended', async () => {
    const panel = opened();
    const active = await said(panel, 'report', '.active');
    expect(active).to.match(/^#\d+ Running 4 min .*asked by Olga Operator.* 42 %$/);
    expect(await panel.card('report').locator('progress').getAttribute('value')).to.equal('0.42');
    expect(await said(panel, 'report')).to.match(/Last run Succeeded #\d+ · Fri 27 Mar, \d\d:\d\d · \d+ min/);
    expect(await said(panel, 'markup')).to.contain('Last run Failed');
  });

  it('says which attempt a retry is, of which run, and when it may start', async () => {
    const panel = opened();
    const { id } = await panel.row<{ id: string }>(
      `with failed as (insert into worker_runs (worker_name, status, trigger, queued_at, started_at, finished_at, scheduled_for, attempt, error, request)
           values ('cleanup', 'FAILED', 'SCHEDULE', now(), now(), now(), now(), 1, 'Error: no', '{}') returning id, scheduled_for)
         insert into worker_runs (worker_name, status, trigger, queued_at, not_before, scheduled_for, attempt, retry_of, request)
           select 'cleanup', 'QUEUED', 'SCHEDULE', now(), now() + interval '5 minutes', scheduled_for, 2, id, '{}' from failed returning retry_of::text as id`,
    );
    await panel.card('cleanup').getByText(`attempt 2/3 · retry of #${id}`).waitFor();
    expect(await said(panel, 'cleanup', '.active')).to.match(/May start in \d min.* \(Sat 28 Mar, 09:05:10\)/);
  });

  it('keeps what the host counts visibly apart from the agenda', async () => {
    const panel = opened();
    expect(await said(panel, 'report', '.units')).to.equal(
      'Units of the host pending 1,250 · processed 48,210 Runner online',
    );
    const units = panel.card('report').locator('.units');
    const agenda = panel.card('report').locator('.agenda');
    const [below, above] = [await units.boundingBox(), await agenda.boundingBox()];
    expect(below!.y).to.be.above(above!.y + above!.height);
    const line = `getComputedStyle(document.querySelector('[data-worker="report"] .units')).borderTopStyle`;
    expect(await panel.page.evaluate<string>(line)).to.equal('dashed');
    expect(await said(panel, 'cleanup', '.units')).to.equal('Runner online');
  });

  it('says that a worker has no runner, or that the catalogue no longer names it', async () => {
    const panel = opened();
    const gone = await said(panel, 'gone');
    expect(gone).to.contain('The catalogue no longer names this worker');
    expect(gone).to.contain('No runner');
    expect(await panel.card('gone').getByRole('button', { name: 'Run now' }).isDisabled()).to.equal(true);
  });

  it('says who leads since when, and when it ticked last', async () => {
    const { page } = opened();
    const strip = (await page.locator('.strip').innerText()).replace(/\s+/g, ' ');
    expect(strip).to.match(
      /Scheduler is ticking Leading: host-a since Sat 28 Mar, 09:00 last tick \d+ m?s ago standbys: 0/,
    );
  });

  it('raises an alarm when who leads does not tick', async () => {
    const { browser, host } = opened();
    const { page } = await openPage(browser, host.address);
    const stalled = changed((overview) => ({
      ...overview,
      scheduler: { ...overview.scheduler, verdict: 'stalled' },
    }));
    await page.route('**/-/overview*', stalled);
    await page.reload();
    await page.getByRole('alert').getByText('The scheduler holds its lock but does not tick').waitFor();
    expect(await page.locator('.strip.alarm').count()).to.equal(1);
    await page.context().close();
  });

  it('is searched without losing the keyboard, also over polls', async () => {
    const panel = opened();
    const { page } = panel;
    const search = page.getByRole('searchbox', { name: 'Search workers' });
    await search.focus();
    await page.keyboard.type('nightly');
    await page.getByText(/^1 of \d+$/).waitFor();
    await page.waitForResponse((response) => response.url().includes('/-/overview'));
    await page.waitForResponse((response) => response.url().includes('/-/overview'));
    await page.keyboard.type(' rep');
    expect(await search.inputValue()).to.equal('nightly rep');
    expect(await page.locator('.card').count()).to.equal(1);
    await search.fill('');
  });

  it('met no error of its own', () => {
    expect(opened().faults).to.deep.equal([]);
  });
});
