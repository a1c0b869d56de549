import { readFileSync } from 'node:fs';
import { fileURLToPath, URL } from 'node:url';

/** Where the options stand among the arguments of each call that takes `names`. */
const OPTIONS_AT = {
  ...at(0, ['scheduleRouter', 'migrationSource', 'readRouterOptions', 'parseSchedulerOptions']),
  ...at(1, ['startScheduler', 'startRunner', 'migrate', 'rollback', 'listSchedules', 'getSchedulerState']),
  ...at(1, ['listServedWorkers', 'removeExpiredRunners', 'readSchedulerHealth']),
  ...at(2, [
    'enqueueRun',
    'cancelRun',
    'claimNextRun',
    'reportAndClaim',
    'renewLeases',
    'getActiveRun',
    'getSlot',
    'getRun',
    'renewLease',
  ]),
  ...at(2, ['reportProgress', 'listRuns', 'reportOutcome', 'listLastRuns', 'announceRunner', 'withdrawRunner']),
  ...at(2, ['saveSchedule', 'patchSchedule', 'pauseSchedule', 'resumeSchedule', 'deleteSchedule', 'getSchedule']),
  ...at(2, ['listFires']),
};

/** What takes names in another way. */
const WRAPPERS = { resolveNames: 'withResolvedNames', runCommand: 'withNamesFile' };

function at(index, names) {
  return Object.fromEntries(names.map((name) => [name, index]));
}

const root = new URL('../../../', import.meta.url).href;
const ours = ['cli/', 'lib/', 'routes/', 'migrations/'].map((folder) => root + folder);
const tests = `${root}test/`;
const mapped = '?names=mapped';
const asTheyAre = '?names=default';

/** What a test imports of the product is wrapped; what the product imports of itself is not. */
export async function resolve(specifier, context, nextResolve) {
  const found = await nextResolve(specifier, context);
  const parent = context.parentURL ?? '';
  if (!parent.startsWith(tests) || !found.url.endsWith('.ts')) return found;
  if (needsDefaultNames(parent)) return isHelper(found.url) ? { ...found, url: found.url + asTheyAre } : found;
  if (parent.startsWith(`${tests}support/mapped/`)) return found;
  return ours.some((folder) => found.url.startsWith(folder)) ? { ...found, url: found.url + mapped } : found;
}

const answers = new Map();

/** Tests about the default names themselves say so where they make their database; what they import follows them. */
function needsDefaultNames(url) {
  if (url.endsWith(asTheyAre)) return true;
  if (!answers.has(url)) {
    answers.set(
      url,
      url.endsWith('.test.ts') && readFileSync(fileURLToPath(url), 'utf8').includes('defaultNames: true'),
    );
  }
  return answers.get(url);
}

/** Support keeps the run's state, of which there is one. */
function isHelper(url) {
  return url.startsWith(tests) && !url.startsWith(`${tests}support/`);
}

export async function load(url, context, nextLoad) {
  if (url.endsWith(asTheyAre)) return await nextLoad(url.slice(0, -asTheyAre.length), context);
  if (!url.endsWith(mapped)) return await nextLoad(url, context);
  const real = url.slice(0, -mapped.length);
  return { format: 'module', shortCircuit: true, source: wrapperOf(real, readFileSync(fileURLToPath(real), 'utf8')) };
}

/** A module with the same exports, of which those that take names get them when the test gives none. */
function wrapperOf(url, source) {
  const exported = exportsOf(source);
  const wrapped = exported.filter((name) => Object.hasOwn(OPTIONS_AT, name));
  const others = Object.entries(WRAPPERS).filter(([name]) => exported.includes(name));
  return [
    `export * from ${JSON.stringify(url)};`,
    `import * as real from ${JSON.stringify(url)};`,
    `import * as wrappers from ${JSON.stringify(new URL('./with-names.ts', import.meta.url).href)};`,
    ...wrapped.map((name) => `export const ${name} = wrappers.withNames(real.${name}, ${OPTIONS_AT[name]});`),
    ...others.map(([name, wrapper]) => `export const ${name} = wrappers.${wrapper}(real.${name});`),
  ].join('\n');
}

function exportsOf(source) {
  const functions = [...source.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name);
  const lists = [...source.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list]) => list.split(','));
  return [...functions, ...lists.map((name) => name.trim()).filter((name) => /^\w+$/.test(name))];
}
