import { expect } from 'chai';
import { Poller, type Polled, type Timers } from '../../panel/calls/poller.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A clock that stands until a test moves it. */
class TestTimers implements Timers {
  now = 0;
  #due: { readonly at: number; readonly work: () => void } | undefined;

  start(work: () => void, afterMs: number): unknown {
    this.#due = { at: this.now + afterMs, work };
    return this.#due;
  }

  stop(timer: unknown): void {
    if (timer === this.#due) this.#due = undefined;
  }

  /** Milliseconds until the next call. */
  get wait(): number | undefined {
    return this.#due === undefined ? undefined : this.#due.at - this.now;
  }

  /** Goes to the next call, makes it, and lets it be answered. */
  async next(): Promise<void> {
    const due = this.#due;
    if (due === undefined) throw new Error('Nothing is due');
    this.#due = undefined;
    this.now = due.at;
    due.work();
    await settled();
  }
}

describe('The poller of the panel', () => {
  let timers: TestTimers;
  let reads: number;
  let answer: () => Promise<number>;
  let seen: Polled<number>[];
  let poller: Poller<number>;

  beforeEach(async () => {
    timers = new TestTimers();
    reads = 0;
    seen = [];
    answer = () => Promise.resolve(reads);
    const read = (): Promise<number> => {
      reads += 1;
      return answer();
    };
    poller = new Poller({ read, onChange: (polled) => seen.push(polled), timers });
    poller.refresh();
    await settled();
  });

  it('reads at once, then every 5 seconds', async () => {
    expect([reads, timers.wait]).to.deep.equal([1, 5000]);
    await timers.next();
    expect([reads, timers.wait, seen.at(-1)?.data]).to.deep.equal([2, 5000, 2]);
  });

  it('makes one call at a time, and one more when it was asked to meanwhile', async () => {
    let finish = (): void => undefined;
    answer = () => new Promise((resolve) => (finish = () => resolve(0)));
    poller.refresh();
    poller.refresh();
    poller.refresh();
    await settled();
    expect(reads).to.equal(2);
    answer = () => Promise.resolve(3);
    finish();
    await settled();
    expect([reads, timers.wait]).to.deep.equal([3, 5000]);
  });

  it('asks ever later while it fails, to 30 seconds, and keeps the last good answer', async () => {
    answer = () => Promise.reject(new Error('away'));
    const waits: unknown[] = [];
    for (let n = 0; n < 5; n += 1) {
      await timers.next();
      waits.push(timers.wait);
    }
    expect(waits).to.deep.equal([10_000, 20_000, 30_000, 30_000, 30_000]);
    expect(seen.at(-1)?.data).to.equal(1);
    expect((seen.at(-1)?.error as Error).message).to.equal('away');
    answer = () => Promise.resolve(7);
    await timers.next();
    expect([timers.wait, seen.at(-1)]).to.deep.equal([5000, { data: 7, error: undefined }]);
  });

  it('asks ever later while nobody looks, to 5 minutes, and at once when somebody does', async () => {
    poller.hide(true);
    const waits: unknown[] = [];
    for (let n = 0; n < 8; n += 1) {
      await timers.next();
      waits.push(timers.wait);
    }
    expect(waits.slice(0, 3)).to.deep.equal([10_000, 20_000, 40_000]);
    expect(waits.at(-1)).to.equal(300_000);
    const before = reads;
    poller.hide(false);
    await settled();
    expect([reads, timers.wait]).to.deep.equal([before + 1, 5000]);
  });

  it('makes 720 calls in an hour that somebody looks, and none after its end', async () => {
    const before = reads;
    while (timers.now < 3_600_000) await timers.next();
    expect(reads - before).to.equal(720);
    poller.stop();
    expect(timers.wait).to.equal(undefined);
  });
});
