import { expect } from 'chai';
import { NINE_IN_BERLIN, onEveryHost } from '../fixture.ts';
import { clientsOf } from './listening.ts';
import { refusal } from './refusal.ts';

onEveryHost('Conditions of the client', (fixture) => {
  const clientOf = clientsOf(fixture);

  it('carry the tag of an answer into a write, which holds only while it is the newest', async () => {
    const client = await clientOf();
    const first = await client.putSchedule('ner', NINE_IN_BERLIN, { ifNoneMatch: '*' });
    expect(first.etag).to.match(/^"\d+-1"$/);
    const second = await client.patchSchedule('ner', { cron: '5 9 * * *' }, { ifMatch: first.etag });
    expect(second.etag).to.match(/^"\d+-2"$/);
    const before = await fixture.stored();
    const late = { ifMatch: first.etag };
    const refused = [
      () => client.putSchedule('ner', NINE_IN_BERLIN, late),
      () => client.patchSchedule('ner', { enabled: false }, late),
      () => client.deleteSchedule('ner', late),
      () => client.putSchedule('ner', NINE_IN_BERLIN, { ifNoneMatch: '*' }),
    ];
    for (const call of refused) {
      const error = await refusal(call, 'precondition_failed');
      expect(error).to.include({ status: 412, etag: second.etag });
    }
    expect(await fixture.stored()).to.equal(before);
    expect(await client.deleteSchedule('ner', { ifMatch: second.etag })).to.include({ status: 204 });
  });

  it('say that there is no schedule any more', async () => {
    const client = await clientOf();
    const error = await refusal(client.deleteSchedule('ner', { ifMatch: '*' }), 'precondition_failed');
    expect(error).to.include({ status: 412, etag: null });
    expect(error.detail).to.contain('there is no schedule now');
  });

  it('belong to writes of a schedule only', async () => {
    const client = await clientOf();
    const condition = { ifMatch: '*' } as object;
    for (const call of [() => client.getSchedule('ner', condition), () => client.createRun('ner', {}, condition)]) {
      const { errors } = await refusal(call, 'invalid_options');
      expect(errors).to.deep.equal([
        { path: 'ifMatch', code: 'invalid_options', message: 'ifMatch: there is no such option.' },
      ]);
    }
    expect(await fixture.stored()).to.equal('');
  });
});
