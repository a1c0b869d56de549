import mocha from 'mocha';

/** Mocha's spec output, ended by the one line that CI reads: `N passed, N failed`. */
class Reporter extends mocha.reporters.Spec {
  #hosts = new Map();

  constructor(runner, options) {
    super(runner, options);
    runner.on('pass', (test) => this.#count(test.fullTitle()));
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
    console.log(`${passes} passed, ${failures} failed${skipped}`);
    finish(failures);
  }
}

// Mocha loads a reporter with require() and wants the class itself.
export { Reporter as 'module.exports' };
