import { expect } from 'chai';
import { saveSchedule } from '../../lib/schedules/save-schedule.ts';
import { query } from '../support/databases.ts';
import { panelCatalogue } from './panel-catalogue.ts';
import { inBrowser } from './panel-fixture.ts';

inBrowser('Editing by the panel', (opened) => {
  before(async () => {
    const { database, page, host } = opened();
    const by = { id: 'u-9', name: 'Paula' };
    const schedule = { workerName: 'report', cron: '30 * * * *', request: { folder: '/data' }, by };
    await saveSchedule(database.knex, schedule, { catalogue: panelCatalogue });
    await page.goto(host.address);
  });

  it('shows faults at their fields, and keeps what was typed', async () => {
    const panel = opened();
    const { page } = panel;
    await panel.go('#/workers/report/edit');
    await page.locator('#cron').fill('61 * * * *');
    await page.locator('#cron-fault').waitFor();
    expect(await page.locator('#cron-fault').textContent()).to.contain('61');
    await page.locator('#cron').fill('0 9 * * *');
    await page.locator('#cron-about').waitFor();
    await page.getByLabel('depth').fill('99');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.field', { hasText: 'depth' }).locator('.field-fault').waitFor();
    expect(await page.getByLabel('depth').inputValue()).to.equal('99');
  });

  it('previews a clock change with its note, in two clocks', async () => {
    const panel = opened();
    const { page } = panel;
    await panel.go('#/workers/report/edit');
    await page.locator('#cron').fill('30 2 * * *');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('berlin');
    await page.getByRole('option', { name: 'Europe/Berlin' }).click();
    const first = page.locator('.preview .occurrences li').first();
    await first.getByText('02:30 does not exist on this day; runs at 03:00').waitFor();
    expect(await first.textContent()).to.contain('your time');
  });

  it('shows both versions when somebody else was faster', async () => {
    const panel = opened();
    const { database, page } = panel;
    await panel.go('#/workers/report/edit');
    await page.locator('#cron').fill('15 8 * * *');
    await query(
      database,
      `update worker_schedules set cron = '45 7 * * *', version = version + 1, updated_by = 'Paul'`,
    );
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.locator('[data-code="precondition_failed"]');
    await conflict.getByText('15 8 * * *').waitFor();
    await conflict.getByText('45 7 * * *').waitFor();
    await conflict.getByText('Paul').waitFor();
    await conflict.getByRole('button', { name: 'Save mine over it' }).click();
    await page.getByText('Saved.').waitFor();
    await panel.row("select 1 from worker_schedules where cron = '15 8 * * *'");
  });

  it('says that a session is over, and saves what was typed when there is one again', async () => {
    const panel = opened();
    const { host, page } = panel;
    await panel.go('#/workers/report/edit');
    await page.locator('#cron').fill('5 5 * * *');
    host.signEverybodyOut(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.save-bar [data-code="unauthenticated"]').waitFor();
    host.signEverybodyOut(false);
    expect(await page.locator('#cron').inputValue()).to.equal('5 5 * * *');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
  });

  it('deletes after a question', async () => {
    const panel = opened();
    const { database, page } = panel;
    await panel.go('#/workers/report/edit');
    await page.getByRole('button', { name: 'Delete schedule' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Delete schedule' }).click();
    await page.getByText('Runs only by hand.').waitFor();
    expect(await query(database, 'select 1 from worker_schedules')).to.deep.equal([]);
  });

  it('met no error of its own', () => {
    const { faults } = opened();
    expect(faults).to.deep.equal([]);
  });
});
