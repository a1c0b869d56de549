import { expect } from 'chai';
import { Alarm } from '../../lib/runner/alarm.ts';
import { BoundedCalls } from '../../lib/runner/bounded-calls.ts';
import { errorOf } from '../ledger/ledger-fixture.ts';

interface Pending {
  readonly promise: Promise<string>;
  resolve(value: string): void;
  reject(error: Error): void;
}

function pending(): Pending {
  const parts: Partial<Pending> = {};
  const promise = new Promise<string>((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return { ...(parts as Pending), promise };
}

describe('a bounded call', () => {
  it('gives the answer, or the error, of its work', async () => {
    const calls = new BoundedCalls();
    expect(await calls.call(() => Promise.resolve('yes'))).to.equal('yes');
    expect((await errorOf(calls.call(() => Promise.reject(new Error('no'))))).message).to.equal('no');
  });

  it('ends without an answer after its limit', async () => {
    const lost = await errorOf(new BoundedCalls().call(() => pending().promise, { limitMs: 5 }));
    expect(lost.code).to.equal('database_unavailable');
  });

  it('hands over an answer that comes late', async () => {
    const work = pending();
    const late: string[] = [];
    await errorOf(new BoundedCalls().call(() => work.promise, { limitMs: 5, onLate: (value) => late.push(value) }));
    work.resolve('after all');
    await work.promise;
    expect(late).to.deep.equal(['after all']);
  });

  it('is not sent while two earlier ones are unanswered, and is sent again when one of them ended', async () => {
    const calls = new BoundedCalls();
    const works = [pending(), pending()];
    for (const work of works) await errorOf(calls.call(() => work.promise, { limitMs: 5 }));
    let sent = 0;
    const send = (): Promise<string> => calls.call(() => Promise.resolve(`sent ${(sent += 1)}`));
    expect((await errorOf(send())).code).to.equal('database_unavailable');
    expect(sent).to.equal(0);
    works[0]!.reject(new Error('too late to matter'));
    await errorOf(works[0]!.promise);
    expect(await send()).to.equal('sent 1');
  });
});

describe('an alarm', () => {
  it('ends the sleep that it rings into', async () => {
    const alarm = new Alarm();
    const sleep = alarm.sleep(60_000);
    alarm.ring();
    await sleep;
  });

  it('ends the next sleep when it rang while nobody slept, and only that one', async () => {
    const alarm = new Alarm();
    alarm.ring();
    alarm.ring();
    await alarm.sleep(60_000);
    const second = alarm.sleep(60_000);
    expect(await Promise.race([second.then(() => 'over'), Promise.resolve('asleep')])).to.equal('asleep');
    alarm.ring();
    await second;
  });

  it('wakes by itself', async () => {
    await new Alarm().sleep(1);
  });
});
