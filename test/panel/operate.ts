import { expect } from 'chai';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import type { PanelFixture } from './panel-fixture.ts';

/** The tests of operating workers by the panel; each host that can mount it passes them. */
export function operate(opened: () => PanelFixture): void {
  it('raises an alarm while nothing is ticking, and says who leads once something is', async () => {
    const { host, page } = opened();
    await page.getByText('Nothing is ticking').waitFor();
    await host.startScheduler();
    await page.getByText('Scheduler is ticking').waitFor();
    await page.locator('.strip b', { hasText: 'host-a' }).waitFor();
  });

  it('makes a schedule by its builder, previews it and says what saving will do', async () => {
    const panel = opened();
    const { page } = panel;
    await panel.go('#/workers/report/edit');
    await page.getByLabel('Rhythm').selectOption('hours');
    await page.getByLabel('at minute').fill('30');
    expect(await page.locator('#cron').inputValue()).to.equal('30 * * * *');
    await page.getByLabel('folder').fill('/data');
    await page.locator('.preview .occurrences li').first().waitFor();
    await page.locator('.change [data-changed="true"]', { hasText: '12:30' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const stored = await panel.row<{ cron: string; request: unknown }>('select cron, request from worker_schedules');
    expect(stored).to.deep.equal({ cron: '30 * * * *', request: { folder: '/data' } });
  });

  it('shows it fire, fail, wait for its retry and succeed', async () => {
    const panel = opened();
    const { database, host, page } = panel;
    host.adapter.next = 'fail';
    await setClock(database.plain, '2026-03-28T12:30:01Z');
    await panel.row("select 1 from worker_runs where status = 'FAILED' and attempt = 1");
    await panel.row("select 1 from worker_runs where status = 'QUEUED' and attempt = 2");
    await panel.go('#/');
    await panel.card('report').getByText('attempt 2/3').waitFor();
    await panel.card('report').getByText('May start in').waitFor();
    await panel.card('report').getByText('RangeError: the service answered 502').waitFor();
    host.adapter.next = 'succeed';
    await advanceClock(database.plain, '90 seconds');
    await panel.row("select 1 from worker_runs where status = 'SUCCESS' and attempt = 2");
    await panel.card('report').getByText('Succeeded').waitFor();
    await panel.card('report').getByRole('link', { name: 'Nightly report' }).click();
    const group = page.locator('.group').first();
    await group.locator('.attempt').nth(1).waitFor();
    expect(await group.locator('.badge').allTextContents()).to.deep.equal(['Succeeded', 'Failed']);
    await group.locator('.attempt').nth(1).locator('summary').click();
    await group.getByText('RangeError: the service answered 502 to attempt 1 of report').last().waitFor();
  });

  it('pauses and resumes', async () => {
    const panel = opened();
    await panel.go('#/');
    await panel.card('report').getByRole('button', { name: 'Pause' }).click();
    await panel.card('report').getByText('Paused by Olga Operator').waitFor();
    await panel.row('select 1 from worker_schedules where not enabled');
    await panel.card('report').getByRole('button', { name: 'Resume' }).click();
    await panel.card('report').getByRole('button', { name: 'Pause' }).waitFor();
    await panel.row('select 1 from worker_schedules where enabled');
  });

  it('runs by hand, says what holds the slot, and cancels', async () => {
    const panel = opened();
    const { host, page } = panel;
    host.adapter.next = 'hold';
    await panel.go('#/');
    const runNow = async (): Promise<void> => {
      await panel.card('report').getByRole('button', { name: 'Run now' }).click();
      await page.locator('dialog').getByRole('button', { name: 'Run now' }).click();
    };
    await runNow();
    await page.getByText('is queued.').waitFor();
    await page.keyboard.press('Escape');
    await panel.card('report').locator('progress').waitFor();
    await runNow();
    await page.locator('dialog [data-code="slot_busy"] b').waitFor();
    expect(await page.locator('dialog [data-code="slot_busy"] b').textContent()).to.match(/^#\d+ (Running|Queued)$/);
    await page.keyboard.press('Escape');
    await panel.go('#/workers/report');
    await page.locator('.attempt summary').first().click();
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Cancel run' }).click();
    await panel.row("select 1 from worker_runs where status = 'CANCELLED'");
    await page.locator('.group').first().locator('.badge', { hasText: 'Cancelled' }).waitFor();
    host.adapter.next = 'succeed';
  });

  it('says that the database is away, keeps what it has, and goes on by itself', async () => {
    const panel = opened();
    const { host, page } = panel;
    await panel.go('#/');
    await panel.card('report').waitFor();
    host.link.cut();
    await page.getByText('The database does not answer').waitFor({ timeout: 30_000 });
    expect(await panel.card('report').count()).to.equal(1);
    host.link.restore();
    await page.getByText('The database does not answer').waitFor({ state: 'detached', timeout: 60_000 });
  });

  it('met no error of its own', () => {
    const { faults } = opened();
    expect(faults).to.deep.equal([]);
  });
}
