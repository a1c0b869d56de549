import { expect } from 'chai';
import { saveSchedule } from '../../lib/schedules/save-schedule.ts';
import { query } from '../support/databases.ts';
import { panelCatalogue } from './panel-catalogue.ts';
import { inBrowser, type PanelFixture } from './panel-fixture.ts';

const by = { id: 'u-9', name: 'Paula' };
const REPORT = { workerName: 'report', cron: '30 * * * *', request: { folder: '/data' }, by };

const stored = async ({ database }: PanelFixture): Promise<unknown> => {
  const [row] = await query(
    database,
    "select cron, timezone, enabled, request from worker_schedules where worker_name = 'report'",
  );
  return row;
};

inBrowser('A draft in the panel', (opened) => {
  beforeEach(async () => {
    const panel = opened();
    await query(panel.database, 'delete from worker_schedules');
    await saveSchedule(panel.database.knex, REPORT, { catalogue: panelCatalogue });
    await panel.go('#/workers/report/edit');
    await panel.page.locator('#cron').waitFor();
  });

  it('keeps builder and expression in step, whichever is changed', async () => {
    const { page } = opened();
    const rhythm = page.getByLabel('Rhythm');
    expect(await rhythm.inputValue()).to.equal('hours');
    await page.locator('#cron').fill('0 9 * * MON-FRI');
    expect(await rhythm.inputValue()).to.equal('weekdays');
    await page.getByRole('button', { name: 'Sat' }).click();
    expect(await page.locator('#cron').inputValue()).to.equal('0 9 * * 1,2,3,4,5,6');
    await page.locator('#cron').fill('0 9 1 * 1');
    expect(await rhythm.inputValue()).to.equal('custom');
    await rhythm.selectOption('days');
    expect(await page.locator('#cron').inputValue()).to.match(/^\d+ \d+ \* \* \*$/);
  });

  it('says that nothing changes until something does, and what switching off means', async () => {
    const panel = opened();
    const { page } = panel;
    const after = page.locator('.change dd').nth(1);
    await page.locator('.preview .occurrences li').first().waitFor();
    expect(await after.getAttribute('data-changed')).to.equal('false');
    await page.getByLabel('Enabled').uncheck();
    await after.getByText('none').waitFor();
    expect(await after.getAttribute('data-changed')).to.equal('true');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await stored(panel)).to.include({ enabled: false });
  });

  it('shows the request as a form and as JSON, and both are the same request', async () => {
    const panel = opened();
    const { page } = panel;
    await page.getByLabel('depth').fill('5');
    await page.getByRole('button', { name: 'JSON' }).click();
    const json = page.getByLabel('Request as JSON');
    expect(JSON.parse(await json.inputValue())).to.deep.equal({ folder: '/data', depth: 5 });
    await json.fill('{"folder": "/data", "depth": 7, "recipients": ["a@example.com"]}');
    await page.getByRole('button', { name: 'Form' }).click();
    expect(await page.getByLabel('depth').inputValue()).to.equal('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await stored(panel)).to.deep.include({
      request: { folder: '/data', depth: 7, recipients: ['a@example.com'] },
    });
  });

  it('keeps JSON that is not whole yet, and a request that the form cannot show', async () => {
    const { page } = opened();
    await page.getByRole('button', { name: 'JSON' }).click();
    const json = page.getByLabel('Request as JSON');
    await json.fill('{"folder": ');
    await page.getByText('This is not JSON yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).to.equal(true);
    expect(await json.inputValue()).to.equal('{"folder": ');
    await json.fill('{"folder": "/data", "more": 1}');
    expect(await page.getByRole('button', { name: 'Form' }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.request .field-fault').waitFor();
    expect(await page.locator('.request .field-fault').textContent()).to.contain('more');
    expect(await json.inputValue()).to.equal('{"folder": "/data", "more": 1}');
  });

  it('shows the fault of a zone at the zone', async () => {
    const { page } = opened();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Nowhere/At_All');
    await page.locator('#cron').focus();
    await page.locator('.zone-picker .field-fault').waitFor();
    expect(await page.locator('.zone-picker .field-fault').textContent()).to.contain('Nowhere/At_All');
    expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).to.equal('Nowhere/At_All');
  });

  it('takes what somebody else has stored', async () => {
    const panel = opened();
    const { database, page } = panel;
    await page.locator('#cron').fill('15 8 * * *');
    await query(database, "update worker_schedules set cron = '45 7 * * *', version = version + 1");
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Take the stored one' }).click();
    expect(await page.locator('#cron').inputValue()).to.equal('45 7 * * *');
    expect(await page.locator('.conflict').count()).to.equal(0);
    expect(await stored(panel)).to.include({ cron: '45 7 * * *' });
  });

  it('says that somebody else has deleted it, and can be stored all the same', async () => {
    const panel = opened();
    const { database, page } = panel;
    await page.locator('#cron').fill('15 8 * * *');
    await query(database, 'delete from worker_schedules');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The schedule was deleted since you opened it.').waitFor();
    await page.getByRole('button', { name: 'Save mine over it' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await stored(panel)).to.include({ cron: '15 8 * * *' });
  });

  it('does not write over a schedule that somebody else has made meanwhile', async () => {
    const panel = opened();
    const { database, page } = panel;
    await query(database, 'delete from worker_schedules');
    await panel.go('#/workers/report/edit');
    await page.getByLabel('folder').fill('/mine');
    await saveSchedule(database.knex, REPORT, { catalogue: panelCatalogue });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Paula has saved this schedule').waitFor();
    expect(await stored(panel)).to.deep.include({ request: { folder: '/data' } });
  });

  it('loses nothing that was typed when the session ends: expression, zone, switch and request', async () => {
    const panel = opened();
    const { host, page } = panel;
    await page.locator('#cron').fill('5 5 * * *');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('lisbon');
    await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
    await page.getByLabel('Enabled').uncheck();
    await page.getByLabel('folder').fill('/typed');
    host.signEverybodyOut(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.save-bar').getByText('nothing you typed here is lost').waitFor();
    host.signEverybodyOut(false);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await stored(panel)).to.deep.equal({
      ...{ cron: '5 5 * * *', timezone: 'Europe/Lisbon', enabled: false, request: { folder: '/typed' } },
    });
  });

  it('of a run by hand is not lost either, while the list below says that the session is over', async () => {
    const panel = opened();
    const { host, page } = panel;
    await panel.go('#/');
    await panel.card('report').getByRole('button', { name: 'Run now' }).click();
    const dialog = page.locator('dialog');
    await dialog.getByLabel('folder').fill('/by-hand');
    host.signEverybodyOut(true);
    await dialog.getByRole('button', { name: 'Run now' }).click();
    await dialog.locator('[data-code="unauthenticated"]').waitFor();
    await page.locator('main > .note.bad').getByText('You are not signed in any more').waitFor();
    expect(await panel.card('report').count()).to.equal(1);
    host.signEverybodyOut(false);
    await page.locator('main > .note.bad').waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('folder').inputValue()).to.equal('/by-hand');
    await dialog.getByRole('button', { name: 'Run now' }).click();
    await dialog.getByText('is queued.').waitFor();
    await panel.row('select 1 from worker_runs where request = \'{"folder":"/by-hand"}\'');
  });

  it('met no error of its own', () => {
    expect(opened().faults).to.deep.equal([]);
  });
});
