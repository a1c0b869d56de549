import { expect } from 'chai';
import { WorkProbe } from '../../bench/claims/work-probe.ts';
import { StartProbe } from '../../bench/start/start-probe.ts';
import { dueMinute } from '../../bench/visible/due-minute.ts';

describe('the probes of the benchmark', () => {
  it('choose a full minute that leaves time to start, and an expression that names it', () => {
    const at = (text: string): number => Date.parse(`2026-01-01T${text}Z`);
    expect(dueMinute(at('10:20:30'), 0)).to.deep.equal({ at: at('10:21:00'), cron: '21 * * * *' });
    expect(dueMinute(at('10:20:55'), 0)).to.deep.equal({ at: at('10:22:00'), cron: '22 * * * *' });
    expect(dueMinute(at('10:58:30'), 10_000)).to.deep.equal({ at: at('11:00:00'), cron: '0 * * * *' });
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
