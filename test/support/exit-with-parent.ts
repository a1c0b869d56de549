/*
 * Loaded before a forked script: a killed test run must not leave schedulers behind that look for their database for
 * ever. The channel is unreferenced, so that a script which has stopped everything still ends by itself.
 */
if (process.channel !== undefined) {
  process.once('disconnect', () => process.exit(1));
  process.channel.unref();
}

export {};
