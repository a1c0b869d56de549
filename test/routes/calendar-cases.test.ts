import { expect } from 'chai';
import fc from 'fast-check';
import { type Answered, type Fixture, NINE_IN_BERLIN, onEveryHost, problemOf } from './fixture.ts';

interface Preview {
  readonly description: string;
  readonly occurrences: readonly { readonly at: string; readonly local: string }[];
}

async function put(fixture: Fixture, changes: object): Promise<Answered> {
  return await fixture.call('PUT', '/ner/schedule', { send: { ...NINE_IN_BERLIN, ...changes } });
}

async function preview(fixture: Fixture, cron: string, more: object = {}): Promise<Answered> {
  return await fixture.call('POST', '/-/preview', { send: { cron, timezone: 'UTC', ...more } });
}

onEveryHost('Expressions over HTTP', (fixture) => {
  for (const cron of ['0 0 30 2 *', '0 0 31 4 *', '0 0 31 2 *']) {
    it(`R-B1 refuses ${cron}, which can never occur, at once`, async () => {
      const began = process.cpuUsage();
      const answers = [await put(fixture, { cron }), await preview(fixture, cron)];
      const { user } = process.cpuUsage(began);
      for (const answer of answers) {
        expect(problemOf(answer)).to.deep.equal({ status: 422, code: 'invalid_cron', paths: ['cron'] });
        expect(answer.body['detail']).to.match(/never occur/);
      }
      expect(user / 1000, 'milliseconds of work').to.be.lessThan(500);
      expect(await fixture.stored()).to.equal('');
    });
  }

  for (const [cron, count] of [
    ['0 0 13 * 5', 61],
    ['0 0 * * 5', 52],
    ['0 0 13 * *', 12],
  ] as const) {
    it(`R-B2 names ${count} occurrences of ${cron} in 2026, and says "or" where it means it`, async () => {
      const answer = await preview(fixture, cron, { after: '2025-12-31T23:59:00Z', count: 100 });
      const { occurrences, description } = answer.body as unknown as Preview;
      expect(occurrences.filter(({ at }) => at.startsWith('2026-'))).to.have.length(count);
      expect(/\bor\b/.test(description)).to.equal(cron === '0 0 13 * 5');
    });
  }

  for (const [cron, said] of [
    ['0 */5 * * * *', /five/],
    ['* * * *', /five/],
    ['0 0 1 1 * 2030', /five/],
    ['0 24 * * *', /hour.*0–23/],
  ] as const) {
    it(`R-B3 refuses ${cron} with what is expected`, async () => {
      for (const answer of [await put(fixture, { cron }), await preview(fixture, cron)]) {
        expect(problemOf(answer)).to.deep.equal({ status: 422, code: 'invalid_cron', paths: ['cron'] });
        expect(answer.body['detail']).to.match(said);
      }
    });
  }

  it('R-B3 accepts 0 9 31 * *', async () => {
    expect((await put(fixture, { cron: '0 9 31 * *' })).status).to.equal(201);
  });

  it('R-B3 gives the same verdict in preview and in saving', async () => {
    const field = (...good: string[]) =>
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom('*', ...good) }, fc.constantFrom('60', 'x', '5-1', '*/99'));
    const five = fc.tuple(
      field('0', '*/5'),
      field('9', '1-5'),
      field('31', 'L'),
      field('2', 'JAN'),
      field('FRI', '5#2'),
    );
    const other = fc.array(field('1', '2'), { minLength: 4, maxLength: 6 });
    const expressions = fc.sample(fc.oneof({ weight: 4, arbitrary: five }, other), { numRuns: 50, seed: 7 });
    const verdicts = new Set<number>();
    for (const fields of expressions) {
      const cron = fields.join(' ');
      const [saved, shown] = [await put(fixture, { cron, timezone: 'UTC' }), await preview(fixture, cron)];
      expect(saved.status >= 400, cron).to.equal(shown.status >= 400);
      expect(saved.body['errors'], cron).to.deep.equal(shown.body['errors']);
      verdicts.add(shown.status);
    }
    expect([...verdicts]).to.have.members([200, 422]);
  });
});

onEveryHost('Zones over HTTP', (fixture) => {
  for (const pair of [
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['Europe/Kyiv', 'Europe/Kiev'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['UTC', 'Etc/UTC'],
  ]) {
    it(`R-C1 takes ${pair.join(' and ')}, keeps what was sent, and gives both the same next run`, async () => {
      const nexts = new Set<unknown>();
      for (const timezone of pair) {
        const saved = await put(fixture, { timezone });
        expect(saved.status).to.be.oneOf([200, 201]);
        const { body, headers } = await fixture.call('GET', '/ner/schedule');
        expect(body['timezone']).to.equal(timezone);
        nexts.add(body['next_run_at']);
        const { cron, request } = body;
        const again = await fixture.call('PUT', '/ner/schedule', { send: { cron, timezone, request } });
        expect(again.headers['etag']).to.equal(headers['etag']);
      }
      expect(nexts.size).to.equal(1);
    });
  }

  for (const timezone of ['UTC+3', 'GMT+8', '+03:00', 'PST', 'Mars/Olympus']) {
    it(`R-C2 refuses ${timezone} with a hint`, async () => {
      const answer = await put(fixture, { timezone });
      expect(problemOf(answer)).to.deep.equal({ status: 422, code: 'invalid_timezone', paths: ['timezone'] });
      const [fault] = answer.body['errors'] as { message: string }[];
      expect(fault?.message).to.match(/IANA|Etc\/GMT|write|such as/);
    });
  }

  it('R-C2 runs 09:00 of Berlin at 07:00Z in July', async () => {
    const answer = await preview(fixture, '0 9 * * *', {
      timezone: 'Europe/Berlin',
      after: '2026-07-01T00:00:00Z',
      count: 1,
    });
    const [next] = (answer.body as unknown as Preview).occurrences;
    expect(next).to.include({ at: '2026-07-01T07:00:00.000Z' });
  });

  it('R-C3 stores UTC where no zone is given', async () => {
    const { cron, request } = NINE_IN_BERLIN;
    const saved = await fixture.call('PUT', '/ner/schedule', { send: { cron, request } });
    expect(saved.body).to.include({ timezone: 'UTC', next_run_at: '2026-03-11T09:00:00.000Z' });
    const host = { defaultTimezone: 'Asia/Tokyo' };
    const other = await fixture.call('PUT', '/anything/schedule', { send: { cron, request }, host });
    expect(other.body).to.include({ timezone: 'Asia/Tokyo', next_run_at: '2026-03-11T00:00:00.000Z' });
  });
});
