import { expect } from 'chai';
import { Wake } from '../../lib/scheduler/wake.ts';

/** How long something takes, in milliseconds. */
async function took(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const HOUR_MS = 3_600_000;

describe('the sleep of a leader', () => {
  it('ends at its instant, never before it', async () => {
    for (const ms of [0, 0.3, 1, 2.7, 5.5, 9.99]) {
      expect(await took(() => new Wake().sleep(0, ms)), `${ms} ms`).to.be.at.least(ms);
    }
  });

  it('counts from when it was planned, also where that is over already', async () => {
    const anHourAgo = performance.now() - HOUR_MS;
    expect(await took(() => new Wake().sleep(20, HOUR_MS, anHourAgo))).to.be.below(20);
    expect(await took(() => new Wake().sleep(0, HOUR_MS + 5, anHourAgo))).to.be.below(HOUR_MS);
  });

  it('is ended by a word, and by one that came before it', async () => {
    const wake = new Wake();
    const long = wake.sleep(0, HOUR_MS);
    wake.wake();
    await long;
    wake.wake();
    await wake.sleep(0, HOUR_MS);
  });

  it('lasts its least time whatever is said', async () => {
    const wake = new Wake();
    wake.wake();
    expect(await took(() => wake.sleep(5.5, HOUR_MS))).to.be.at.least(5.5);
  });

  it('goes on after a word that ended the one before', async () => {
    const wake = new Wake();
    const first = wake.sleep(0, 3);
    wake.wake();
    await first;
    expect(await took(() => wake.sleep(0, 6))).to.be.at.least(6);
  });

  it('may be longer than a timer of Node can be', async () => {
    const wake = new Wake();
    const long = wake.sleep(0, 2 ** 40);
    const early = await Promise.race([long.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);
    expect(early).to.equal(false);
    wake.wake();
    await long;
  });
});
