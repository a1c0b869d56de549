import { expect } from 'chai';
import { NINE_IN_BERLIN, onEveryHost } from '../fixture.ts';
import { clientsOf } from './listening.ts';
import { refusal } from './refusal.ts';

onEveryHost('Problems as the client’s error', (fixture) => {
  const clientOf = clientsOf(fixture);

  it('name the run that holds the slot', async () => {
    const client = await clientOf();
    const { body: run } = await client.createRun('ner', { folder: '/in' });
    const error = await refusal(client.createRun('ner', { folder: '/in' }), 'slot_busy');
    expect(error).to.include({ status: 409, name: 'ScheduleClientError', retryAfterSeconds: null, etag: null });
    expect(error.problem?.run).to.deep.equal({ id: run.id, status: 'QUEUED', not_before: null });
    expect(error.message).to.equal(error.detail).and.to.contain(`run ${run.id} is QUEUED`);
    expect(error.problem).to.include({ type: 'urn:problem-type:worker-schedules:slot_busy', detail: error.detail });
  });

  it('name every field at fault', async () => {
    const client = await clientOf();
    const call = client.putSchedule('ner', { cron: 'x', timezone: 'Mars/Olympus', request: {} });
    const error = await refusal(call, 'invalid_schedule');
    expect(error.status).to.equal(422);
    expect(error.errors.map(({ path, code }) => [path, code])).to.deep.equal([
      ['cron', 'invalid_cron'],
      ['timezone', 'invalid_timezone'],
      ['request.folder', 'invalid_request'],
    ]);
    expect(await fixture.stored()).to.equal('');
  });

  it('tell who may not from who is not known', async () => {
    const viewer = await clientOf({ headers: () => ({ authorization: 'viewer' }) });
    expect((await viewer.listWorkers()).status).to.equal(200);
    expect(await refusal(viewer.putSchedule('ner', NINE_IN_BERLIN), 'forbidden')).to.include({ status: 403 });
    const nobody = await clientOf({ headers: undefined });
    expect(await refusal(nobody.listWorkers(), 'unauthenticated')).to.include({ status: 401 });
  });

  it('tell what is not there', async () => {
    const client = await clientOf();
    for (const [call, code] of [
      [() => client.getSchedule('ner'), 'no_schedule'],
      [() => client.getRun('ner', '1 or 1=1'), 'no_run'],
      [() => client.createRun('nobody', {}), 'unknown_worker'],
      [() => client.putSchedule('a/b', NINE_IN_BERLIN), 'unknown_worker'],
      [() => client.getSchedule('-'), 'not_found'],
    ] as const) {
      expect(await refusal(call, code)).to.include({ status: 404 });
    }
  });

  it('say after how many seconds to try again', async () => {
    const authorize = () => new Promise<never>(() => undefined);
    const client = await clientOf({ host: { authorize, timeoutSeconds: 0.05 } });
    expect(await refusal(client.listWorkers(), 'time_limit')).to.include({ status: 503, retryAfterSeconds: 2 });
  });

  it('are told from the host’s own answers', async () => {
    const client = await clientOf({ host: { authorize: () => Promise.reject(new Error('the host is at fault')) } });
    const error = await refusal(client.listWorkers(), 'foreign_answer');
    expect(error).to.include({ status: 500, problem: null });
    expect(error.detail).to.match(
      /^GET \/ was answered 500 with application\/json.* instead of application\/problem\+json/,
    );
  });
});
