import { expect } from 'chai';
import { openPage } from './browser.ts';
import { fillLedger } from './fill-ledger.ts';
import { inBrowser } from './panel-fixture.ts';

const screens: readonly string[] = ['#/', '#/timeline', '#/workers/report', '#/workers/report/edit'];
const DARK = 'rgb(14, 18, 22)';
const ground = 'getComputedStyle(document.body).backgroundColor';

inBrowser('What a person brings to the panel', (opened) => {
  before(async () => {
    await fillLedger(opened().database);
  });

  it('a screen of any width, which no view is wider than', async () => {
    const { browser, host } = opened();
    const { page } = await openPage(browser, host.address, { locale: 'pt-BR' });
    for (const hash of screens) {
      await page.goto(`${host.address}${hash}`);
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      if (hash.endsWith('report')) await page.locator('.attempt summary').nth(1).click();
      for (const width of [320, 390, 768, 1280, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(wide, `${hash} at ${width}`).to.be.at.most(width);
      }
    }
    await page.context().close();
  });

  it('a language and a theme, which the browser keeps', async () => {
    const { browser, host } = opened();
    const { page } = await openPage(browser, host.address, { locale: 'pt-BR', colorScheme: 'light' });
    await page.getByLabel('Tema', { exact: true }).selectOption('dark');
    await page.getByLabel('Idioma').selectOption('en');
    await page.reload();
    await page.getByRole('button', { name: 'Run now' }).first().waitFor();
    expect(await page.evaluate<string>(ground)).to.equal(DARK);
    await page.getByLabel('Theme', { exact: true }).selectOption('system');
    expect(await page.evaluate<string>(ground)).not.to.equal(DARK);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await page.evaluate<string>(ground)).to.equal(DARK);
    await page.context().close();
  });

  it('Portuguese, in which every view speaks', async () => {
    const { browser, host } = opened();
    const { page, faults } = await openPage(browser, host.address, { locale: 'pt-PT' });
    await page.getByRole('button', { name: 'Rodar agora' }).first().waitFor();
    await page.locator('[data-worker="report"]').getByText('às 02:30', { exact: false }).first().waitFor();
    await page.getByRole('link', { name: 'Linha do tempo' }).click();
    await page.getByText('Aponte para uma marca').waitFor();
    await page.goto(`${host.address}#/workers/cleanup`);
    await page.getByText('a execução anterior não tinha terminado').first().waitFor();
    await page.goto(`${host.address}#/workers/report/edit`);
    await page.locator('.preview').getByText('02:30 não existe neste dia; roda às 03:00').waitFor();
    expect(faults).to.deep.equal([]);
    await page.context().close();
  });

  it('a wish for little motion: then nothing moves by itself', async () => {
    const { browser, host } = opened();
    const { page } = await openPage(browser, host.address, { reducedMotion: 'reduce' });
    for (const hash of screens) {
      await page.goto(`${host.address}${hash}`);
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      expect(await page.evaluate<number>('document.getAnimations().length'), hash).to.equal(0);
      const moving = await page.evaluate<number>(`[...document.querySelectorAll('*')].filter((element) => {
        const { animationName, transitionProperty, transitionDuration, scrollBehavior } = getComputedStyle(element);
        return animationName !== 'none' || (transitionProperty !== 'none' && transitionDuration !== '0s') || scrollBehavior === 'smooth';
      }).length`);
      expect(moving, hash).to.equal(0);
    }
    await page.context().close();
  });
});
