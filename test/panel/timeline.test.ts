import { expect } from 'chai';
import type { TimelineJson } from '../../routes/client/index.ts';
import { fillLedger } from './fill-ledger.ts';
import { inBrowser } from './panel-fixture.ts';

/** What is drawn of one worker. */
interface Drawn {
  readonly name: string;
  readonly good: number;
  readonly bad: number;
  readonly calm: number;
  readonly busy: number;
  readonly hollow: number;
  readonly next: number;
  readonly links: number;
}

const draw = `[...document.querySelectorAll('.lane')].map((lane) => {
  const count = (selector) => lane.querySelectorAll(selector).length;
  return {
    name: lane.querySelector('a').title,
    good: count('.mark.good.least'), bad: count('.mark.bad.least'), calm: count('.mark.calm.least'),
    busy: count('.mark.busy.least'), hollow: count('.mark.hollow'), next: count('.mark.next'), links: count('.link'),
  };
})`;

inBrowser('The timeline of the panel', (opened) => {
  let timeline: TimelineJson;
  before(async () => {
    const panel = opened();
    await fillLedger(panel.database);
    const answered = panel.page.waitForResponse((response) => response.url().endsWith('/api/-/timeline'));
    await panel.go('#/timeline');
    timeline = (await (await answered).json()) as TimelineJson;
    await panel.page.locator('.lane').first().waitFor();
  });

  it('draws runs as bars by outcome, what was skipped hollow, what will come as ticks, retries with a link', async () => {
    const drawn = await opened().page.evaluate<Drawn[]>(draw);
    const expected = timeline.items.map(({ name, runs, silent_fires: fires, next }): Drawn => {
      const of = (...statuses: string[]): number => runs.filter(({ status }) => statuses.includes(status)).length;
      return {
        ...{ name, good: of('SUCCESS'), bad: of('FAILED'), calm: of('CANCELLED'), busy: of('RUNNING', 'QUEUED') },
        ...{ hollow: fires.length, next: next.length, links: runs.filter((run) => run.retry_of !== null).length },
      };
    });
    expect(drawn).to.deep.equal(expected);
    const sum = (member: Exclude<keyof Drawn, 'name'>): number => drawn.reduce((all, lane) => all + lane[member], 0);
    for (const kind of ['good', 'bad', 'calm', 'busy', 'hollow', 'next', 'links'] as const) {
      expect(sum(kind), kind).to.be.above(0);
    }
  });

  it('puts now in the middle of a day back and a day ahead, runs before it and what will come after it', async () => {
    const { page } = opened();
    const hours = (Date.parse(timeline.to) - Date.parse(timeline.from)) / 3_600_000;
    expect([hours, Date.parse(timeline.now) - Date.parse(timeline.from)]).to.deep.equal([48, 86_400_000]);
    const lane = page.locator('.lane', { hasText: 'Clean up' });
    const now = (await lane.locator('line.now').boundingBox())!.x;
    const track = (await lane.locator('.track').boundingBox())!;
    expect(now).to.be.closeTo(track.x + track.width / 2, 2);
    for (const bar of await lane.locator('.mark.good').all()) expect((await bar.boundingBox())!.x).to.be.below(now);
    for (const tick of await lane.locator('.mark.next').all())
      expect((await tick.boundingBox())!.x).to.be.above(now - 1);
  });

  it('says what the mouse points at', async () => {
    const { page } = opened();
    const pointed = page.locator('p.pointed');
    await page.locator('.lane', { hasText: 'Nightly' }).locator('.mark.bad.least').hover({ force: true });
    await pointed.getByText(/#\d+ Failed · 5 min 57 s/).waitFor();
    await page.locator('.lane .mark.hollow').first().hover({ force: true });
    await pointed.getByText('Skipped: the run before was not over').waitFor();
    await page.locator('.lane .mark.next').first().hover({ force: true });
    await pointed.getByText('Will run').waitFor();
  });

  it('keeps the keyboard on what narrows it', async () => {
    const { page } = opened();
    const focused = (): Promise<string | null> => page.evaluate('document.activeElement.type');
    await page.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await page.locator('.lane', { hasText: 'E-mail' }).waitFor({ state: 'detached' });
    expect(await focused()).to.equal('checkbox');
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('clean');
    await page.locator('.lane', { hasText: 'Nightly' }).waitFor({ state: 'detached' });
    await page.waitForResponse((response) => response.url().endsWith('/api/-/timeline'));
    expect(await focused()).to.equal('search');
    expect(await page.locator('.lane').count()).to.equal(1);
  });

  it('met no error of its own', () => {
    expect(opened().faults).to.deep.equal([]);
  });
});
