import mocha from 'mocha';

/** Mocha's spec output, ended by the one line that CI reads: `N passed, N failed`. */
class Reporter extends mocha.reporters.Spec {
  /** Mocha calls this last, after the epilogue and the global teardown. */
  done(failures, finish) {
    const { passes, pending } = this.stats;
    const skipped = pending > 0 ? `, ${pending} skipped` : '';
    console.log(`${passes} passed, ${failures} failed${skipped}`);
    finish(failures);
  }
}

// Mocha loads a reporter with require() and wants the class itself.
export { Reporter as 'module.exports' };
