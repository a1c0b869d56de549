import { expect } from 'chai';
import { elapsedText } from '../../cli/elapsed-text.ts';
import { readArguments } from '../../cli/read-arguments.ts';
import { runCommand } from '../../cli/run-command.ts';
import { USAGE } from '../../cli/usage.ts';

describe('the command line', () => {
  it('is read into a command and its options', () => {
    const given = readArguments(['doctor', '--url', 'postgres://x', '--role', 'web', '--for', 'api, runner', '--json']);
    expect(given).to.deep.equal({
      ...{ command: 'doctor', url: 'postgres://x', knexfile: undefined, env: undefined, names: undefined, role: 'web' },
      ...{ parts: ['api', 'runner'], sql: false, yes: false, json: true, patienceSeconds: undefined },
    });
    expect(readArguments(['migrate', '--patience', '60']).patienceSeconds).to.equal(60);
  });

  for (const [words, says] of [
    [[], /A command is needed: migrate, rollback, grants, status, doctor\./],
    [['drop'], /There is no command drop/],
    [['migrate', 'rollback'], /Only one command/],
    [['migrate', '--force'], /'--force'/],
    [['status', '--sql'], /--sql is an option of migrate, and not of status/],
    [['migrate', '--yes'], /--yes is an option of rollback/],
    [['status', '--role', 'x'], /--role is an option of doctor and grants/],
    [['doctor', '--for', 'web'], /--for takes api, scheduler, runner/],
    [['migrate', '--patience', '0'], /from 1 to 86400/],
    [['migrate', '--patience', 'x'], /from 1 to 86400/],
    [['migrate', '--url', 'postgres://x', '--knexfile', 'y'], /and not both/],
    [['migrate', '--env', 'test'], /--env needs --knexfile/],
    [['migrate', '--url'], /--url/],
    [['migrate', '--url', 'mysql://x'], /must begin with postgres:\/\//],
    [['grants', '--role', 'x'], /grants needs --role, and --for/],
    [['migrate', '--names', '/no/such/file.json'], /cannot be read from \/no\/such\/file\.json/],
    [['migrate', '--knexfile', '/no/such/knexfile.js'], /There is no directory \/no\/such/],
  ] as const) {
    it(`is refused with one sentence and code 2: ${words.join(' ') || '(nothing)'}`, async () => {
      const { out, err, exitCode } = await runCommand(words);
      expect(exitCode).to.equal(2);
      expect(out).to.equal('');
      expect(err)
        .to.match(/^worker-schedules: .*\. See worker-schedules --help\.\n$/)
        .and.match(says);
    });
  }

  it('is told to programs as JSON when they ask for it', async () => {
    const { out, exitCode } = await runCommand(['status', '--sql', '--json']);
    expect(exitCode).to.equal(2);
    expect(JSON.parse(out)).to.have.nested.property('error.code', 'usage');
  });

  it('prints its help and the version, whatever else is said', async () => {
    expect(await runCommand(['--help'])).to.deep.equal({ out: USAGE, err: '', exitCode: 0 });
    expect(await runCommand(['doctor', '-h'])).to.deep.equal({ out: USAGE, err: '', exitCode: 0 });
    expect((await runCommand(['--version'])).out).to.match(/^\d+\.\d+\.\d+\n$/);
  });

  it('says durations in the largest unit that fits twice', () => {
    const said = [0, 1234, 59_000, 119_000, 120_000, 7_199_000, 7_200_000, 172_800_000].map(elapsedText);
    expect(said).to.deep.equal(['0 s', '1.2 s', '59 s', '119 s', '2 min', '119 min', '2 h', '2 d']);
  });
});
