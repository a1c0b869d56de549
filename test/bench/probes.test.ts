import { expect } from 'chai';
import { WorkProbe } from '../../bench/claims/work-probe.ts';
import { StartProbe } from '../../bench/start/start-probe.ts';
import { nextSection } from '../../bench/report/next-section.ts';
import type { Section } from '../../bench/report/section.ts';
import { dueMinute, dueSoon } from '../../bench/visible/due-minute.ts';

describe('the probes of the benchmark', () => {
  it('choose a full minute that leaves time to start, and an expression that names it', () => {
    const at = (text: string): number => Date.parse(`2026-01-01T${text}Z`);
    expect(dueMinute(at('10:20:30'), 0)).to.deep.equal({ at: at('10:21:00'), cron: '21 * * * *' });
    expect(dueMinute(at('10:20:55'), 0)).to.deep.equal({ at: at('10:22:00'), cron: '22 * * * *' });
    expect(dueMinute(at('10:58:30'), 10_000)).to.deep.equal({ at: at('11:00:00'), cron: '0 * * * *' });
  });

  it('choose for our schedules an instant that is near and that their expression does not name', () => {
    const january = Date.parse('2026-01-01T00:00:30Z');
    expect(dueSoon(january)).to.deep.equal({ at: january + 8000, cron: '0 0 1 7 *' });
    const december = Date.parse('2026-12-01T00:00:30Z');
    expect(dueSoon(december)).to.deep.equal({ at: december + 8000, cron: '0 0 1 1 *' });
  });

  it('measure next what waits for a full minute when that is near, and other sections before', () => {
    const section = (name: string, waitsForMinute: boolean): Section => ({
      ...{ name, title: name, peers: [], waitsForMinute },
      measure: () => Promise.resolve([]),
    });
    const both = [section('quick', false), section('waiting', true)];
    const chosen = [5, 34, 36, 49, 51].map((second) => nextSection(both, second * 1000)?.name);
    expect(chosen).to.deep.equal(['quick', 'quick', 'waiting', 'waiting', 'quick']);
    expect(nextSection(both.slice(1), 5000)?.name).to.equal('waiting');
    expect(nextSection(both.slice(0, 1), 40_000)?.name).to.equal('quick');
    expect(nextSection([], 0)).to.equal(undefined);
  });

  it('take one start for each enqueueing, and leave the first ones out', async () => {
    const probe = new StartProbe();
    const enqueued: number[] = [];
    const times = await probe.sample(3, (index) => {
      enqueued.push(index);
      return probe.started();
    });
    expect(enqueued).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(times).to.have.length(3);
    for (const time of times) expect(time).to.be.within(0, 25_000);
  });

  it('wait until all of the work has started, and time it from the first start', async () => {
    const probe = new WorkProbe(3);
    expect(probe.elapsed()).to.deep.equal(NaN);
    let isOver = false;
    const over = probe.allStarted.then(() => (isOver = true));
    await probe.started(2);
    expect([isOver, probe.elapsed() >= 0]).to.deep.equal([false, true]);
    await probe.started();
    await over;
    expect(isOver).to.equal(true);
  });
});
