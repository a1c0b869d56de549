import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { saveSchedule } from '../../lib/schedules/save-schedule.ts';
import { query } from '../support/databases.ts';
import { openPage } from './browser.ts';
import { hostKind } from './host-kinds.ts';
import { panelCatalogue } from './panel-catalogue.ts';
import { inBrowser } from './panel-fixture.ts';
import { MOUNT, panelListener } from './panel-listener.ts';
import { serve } from './serve.ts';

/** A host that answers no 401 when a session is over: it sends whoever asks to its page for signing in. */
function redirecting(listener: RequestListener, isOut: () => boolean): RequestListener {
  return (request, response) => {
    if (request.url === '/sign-in') response.setHeader('content-type', 'text/html').end('<h1>Please sign in</h1>');
    else if (isOut()) response.writeHead(302, { location: '/sign-in' }).end();
    else listener(request, response);
  };
}

inBrowser('The panel of a host that sends to its sign-in page', (opened) => {
  it('says that the session is over, loses nothing, and stores it once somebody has signed in', async () => {
    const { browser, database } = opened();
    const by = { id: 'u-9', name: 'Paula' };
    const stored = { workerName: 'report', cron: '30 * * * *', request: { folder: '/data' }, by };
    await saveSchedule(database.knex, stored, { catalogue: panelCatalogue });
    let isOut = false;
    const listener = panelListener(hostKind, { knex: database.knex });
    const { origin, close } = await serve(redirecting(listener, () => isOut));
    const { page, faults } = await openPage(browser, `${origin}${MOUNT}/#/workers/report/edit`);
    await page.locator('#cron').fill('5 5 * * *');
    await page.getByLabel('folder').fill('/typed');
    isOut = true;
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.save-bar').getByText('nothing you typed here is lost').waitFor();
    expect(await page.locator('#cron').inputValue()).to.equal('5 5 * * *');
    expect(page.url()).to.equal(`${origin}${MOUNT}/#/workers/report/edit`);
    isOut = false;
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const [row] = await query(database, 'select cron, request from worker_schedules');
    expect(row).to.deep.equal({ cron: '5 5 * * *', request: { folder: '/typed' } });
    expect(faults).to.deep.equal([]);
    await page.context().close();
    close();
  });
});
