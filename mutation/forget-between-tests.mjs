import { BoundedCache } from '../lib/calendar/bounded-cache.ts';

/**
 * Every mutant runs in a process that has run others. A cache of the calendar must not carry what one mutant wrote into the
 * run of the next, nor hide from a test what the test before it has computed: entries count only in the test that wrote them.
 */
const { get, set } = BoundedCache.prototype;
let written = new WeakMap();

BoundedCache.prototype.get = function (key) {
  return written.get(this)?.has(key) ? get.call(this, key) : undefined;
};

BoundedCache.prototype.set = function (key, value) {
  written.set(this, (written.get(this) ?? new Set()).add(key));
  set.call(this, key, value);
};

export const mochaHooks = {
  beforeEach() {
    written = new WeakMap();
  },
};
