/** What both runs of mutation testing have in common. */
export const settings = {
  testRunner: 'mocha',
  testRunnerNodeArgs: ['--import', 'ts-blank-space/register'],
  coverageAnalysis: 'perTest',
  ignorePatterns: ['.data', 'dist'],
  tempDirName: 'node_modules/.cache/stryker',
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 85 },
  concurrency: 2,
  timeoutMS: 10_000,
};
