import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { WorkerSchedulesError } from '../../lib/errors.ts';
import { ProblemError, problemAnswer, toProblem } from '../../routes/problem.ts';
import { PROBLEM_STATUS } from '../../routes/problem-status.ts';

const page = readFileSync(new URL('../../docs/error-codes.md', import.meta.url), 'utf8');

describe('Error codes', () => {
  it('are those of docs/error-codes.md, with the same status', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \| (\d{3}|–) \|/gm)];
    const documented = rows.map(([, code, status]) => [code, status === '–' ? null : Number(status)]);
    expect(new Map(documented as [string, number | null][])).to.deep.equal(new Map(Object.entries(PROBLEM_STATUS)));
    expect(documented).to.have.length(Object.keys(PROBLEM_STATUS).length);
  });

  it('become documents with type, title, status, detail and code', () => {
    const answer = problemAnswer(new ProblemError('no_schedule', 'Worker ner has no schedule.'));
    expect(answer.headers['Content-Type']).to.equal('application/problem+json; charset=utf-8');
    expect(JSON.parse(String(answer.body))).to.deep.equal({
      type: 'urn:problem-type:worker-schedules:no_schedule',
      title: 'No schedule',
      status: 404,
      detail: 'Worker ner has no schedule.',
      code: 'no_schedule',
    });
  });

  it('that are no answer to a caller are left to the host', () => {
    for (const code of ['invalid_options', 'schema_missing', 'lease_lost'] as const) {
      expect(toProblem(new WorkerSchedulesError(code, 'x'))).to.equal(undefined);
    }
    expect(toProblem(new Error('x'))).to.equal(undefined);
    expect(toProblem(Object.assign(new Error('x'), { code: 'slot_busy' }))).to.equal(undefined);
    expect(toProblem('slot_busy')).to.equal(undefined);
  });

  it('of another copy of the package are recognised', () => {
    class Foreign extends Error {
      readonly code = 'no_run';
      readonly fields = [];
      readonly details = {};
    }
    expect(toProblem(new Foreign('x'))).to.include({ code: 'no_run' });
  });

  it('tell a database that cannot now from one that will not', () => {
    const states = {
      '57014': 'time_limit',
      '40001': 'slot_contended',
      '40P01': 'slot_contended',
      '25006': 'database_unavailable',
    };
    for (const [state, code] of Object.entries(states)) {
      expect(toProblem(Object.assign(new Error('select 1'), { code: state }))).to.include({ code });
    }
    expect(toProblem(Object.assign(new Error('select 1'), { code: '42P01' }))).to.equal(undefined);
  });

  it('never repeat what the host’s database said of a resolver’s query', () => {
    const cause = Object.assign(new Error('select secret - no such table'), { code: '42P01' });
    const problem = toProblem(new WorkerSchedulesError('config_failed', `ConfigError: ${cause.message}`, { cause }));
    expect(problem?.message).to.equal('ConfigError: a database query failed (42P01)');
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const error = new WorkerSchedulesError('config_failed', 'ConfigError: connect', { cause: away });
    expect(toProblem(error)).to.include({ code: 'database_unavailable' });
  });
});
