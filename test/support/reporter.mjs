import mocha from 'mocha';

/** Mocha's spec output, ended by what failed, a line each, and the one line that CI reads: `N passed, N failed`. */
class Reporter extends mocha.reporters.Spec {
  #hosts = new Map();
  #failed = [];

  constructor(runner, options) {
    super(runner, options);
    runner.on('pass', (test) => this.#count(test.fullTitle()));
    runner.on('fail', (test, error) => this.#failed.push(`failed: ${test.fullTitle()}: ${oneLine(error)}`));
  }

  /** Tests of the HTTP contract say on which framework they ran. */
  #count(title) {
    const [host] = /\b(?:Express|Koa) \d\b/.exec(title) ?? [];
    if (host !== undefined) this.#hosts.set(host, (this.#hosts.get(host) ?? 0) + 1);
  }

  /** Mocha calls this last, after the epilogue and the global teardown. */
  done(failures, finish) {
    const { passes, pending } = this.stats;
    const skipped = pending > 0 ? `, ${pending} skipped` : '';
    const counts = [...this.#hosts].map(([host, count]) => `${host} ${count}`).sort();
    if (counts.length > 0) console.log(`The HTTP contract: ${counts.join(', ')}`);
    for (const line of this.#failed) console.log(line);
    console.log(`${passes} passed, ${failures} failed${skipped}`);
    finish(failures);
  }
}

/** The message and where it was thrown, short enough for a log that keeps only its end. */
function oneLine(error) {
  const said = String(error?.stack ?? error?.message ?? error);
  return said.replace(/\s+/g, ' ').slice(0, 600);
}

// Mocha loads a reporter with require() and wants the class itself.
export { Reporter as 'module.exports' };
