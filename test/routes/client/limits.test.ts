import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { createScheduleClient, type ScheduleClient } from '../../../routes/client/index.ts';
import { listening } from './listening.ts';
import { refusal } from './refusal.ts';

const silent: RequestListener = () => undefined;

/** Announces more than it sends. */
const stalling: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"items":');
};

describe('Calls of the client that get no whole answer', () => {
  const listen = listening();
  const clientOf = async (listener: RequestListener): Promise<ScheduleClient> =>
    createScheduleClient({ baseUrl: await listen(listener) });

  it('end at their time limit, also in the middle of an answer', async () => {
    for (const listener of [silent, stalling]) {
      const client = await clientOf(listener);
      const error = await refusal(client.listWorkers({ timeoutSeconds: 0.05 }), 'timed_out');
      expect(error).to.include({ status: null, detail: 'GET / was not answered within 0.05 s.' });
    }
  });

  it('end at their time limit when headers or fetch never settle and listen to nothing', async () => {
    const never = (): Promise<never> => new Promise(() => undefined);
    for (const option of [{ headers: never }, { fetch: never }]) {
      const client = createScheduleClient({ baseUrl: 'http://host.example', ...option });
      await refusal(client.getScheduler({ timeoutSeconds: 0.05 }), 'timed_out');
    }
  });

  it('end when their caller aborts, with the reason, and the connection is given up', async () => {
    const gone: Promise<unknown>[] = [];
    const stopping = new AbortController();
    const client = await clientOf((request, response) => {
      gone.push(once(response, 'close'));
      stopping.abort(new Error(`no ${request.url ?? ''}`));
    });
    const error = await refusal(client.getRun('ner', '1', { signal: stopping.signal }), 'aborted');
    expect(error.cause).to.have.property('message', 'no /ner/runs/1');
    expect(error.detail).to.equal('GET /ner/runs/1 was given up by its caller.');
    await Promise.all(gone);
    expect(gone).to.have.length(1);
  });

  it('are not even sent when their signal has aborted before', async () => {
    let asked = 0;
    const client = await clientOf((_request, response) => {
      asked += 1;
      response.end();
    });
    await refusal(client.createRun('ner', {}, { signal: AbortSignal.abort() }), 'aborted');
    await refusal(client.createRun('ner', {}), 'empty_answer');
    expect(asked).to.equal(1);
  });

  it('leave nothing behind on a signal that outlives them', async () => {
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    const watched = Object.assign(Object.create(signal) as AbortSignal, {
      addEventListener: (_type: string, listener: unknown) => listeners.add(listener),
      removeEventListener: (_type: string, listener: unknown) => listeners.delete(listener),
    });
    Object.defineProperty(watched, 'aborted', { value: false });
    let during = 0;
    const client = createScheduleClient({
      baseUrl: 'http://host.example',
      fetch: () => {
        during = listeners.size;
        return Promise.resolve(new Response());
      },
    });
    await refusal(client.listWorkers({ signal: watched }), 'empty_answer');
    expect({ during, after: listeners.size }).to.deep.equal({ during: 1, after: 0 });
  });

  it('fail as the network does, with its cause', async () => {
    const baseUrl = await listen((request) => request.socket.destroy());
    const cut = await refusal(createScheduleClient({ baseUrl }).listWorkers(), 'network_failed');
    expect(cut).to.include({ status: null });
    expect(cut.cause).to.be.instanceOf(TypeError);
    const inTheMiddle = await clientOf((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 }).write('{', () => {
        response.destroy();
      });
    });
    await refusal(inTheMiddle.listWorkers(), 'network_failed');
  });

  it('end an iteration with the error of the page that failed', async () => {
    const client = createScheduleClient({
      baseUrl: 'http://host.example',
      fetch: () => Promise.reject(new Error('cut')),
    });
    const all = (async () => {
      for await (const run of client.runs('ner')) expect.fail(run.id);
    })();
    const error = await refusal(all, 'network_failed');
    expect(error.detail).to.equal('GET /ner/runs could not be sent, or its answer did not arrive whole: cut.');
  });
});
