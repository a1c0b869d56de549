/** Who may import whom (docs/adr/0002): the tree is the diagram. A broken rule is answered by moving code. */
const trunk = ['options\\.ts', 'errors\\.ts', 'events\\.ts', 'logger\\.ts'];
const within = (...folders) => ({
  path: `^(cli|lib|routes|migrations|examples)/`,
  pathNot: [...folders.map((f) => `^${f}`)],
});

const allow = (name, from, folders, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: within(...folders),
});

const trunkPaths = trunk.map((file) => `lib/${file}$`);

export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Two files that need each other are one idea, or hide a third: extract it.',
      from: {},
      to: { circular: true },
    },
    allow(
      'calendar-is-pure',
      '^lib/calendar/',
      ['lib/calendar/', 'lib/errors\\.ts$'],
      'The calendar imports nothing of ours but errors: pass data in.',
    ),
    allow(
      'catalogue',
      '^lib/catalogue/',
      ['lib/catalogue/', 'lib/errors\\.ts$'],
      'The catalogue is cheap to import: it knows only errors.',
    ),
    allow(
      'database',
      '^lib/database/',
      ['lib/database/', ...trunkPaths],
      'database/ is below the stores: move what knows a table up into schedules/ or ledger/.',
    ),
    allow(
      'schedules',
      '^lib/schedules/',
      ['lib/schedules/', 'lib/calendar/', 'lib/catalogue/', 'lib/database/', ...trunkPaths],
      'The agenda does not know the ledger: decide in scheduler/ or routes/.',
    ),
    allow(
      'ledger',
      '^lib/ledger/',
      ['lib/ledger/', 'lib/catalogue/', 'lib/database/', ...trunkPaths],
      'The ledger does not know the agenda: decide in scheduler/ or routes/.',
    ),
    allow(
      'scheduler',
      '^lib/scheduler/',
      ['lib/(scheduler|calendar|catalogue|database|schedules|ledger)/', ...trunkPaths],
      'The scheduler never imports the runner or the routes: they meet in the tables.',
    ),
    allow(
      'runner',
      '^lib/runner/',
      ['lib/(runner|ledger|catalogue|database)/', ...trunkPaths],
      'The runner never imports the scheduler or the agenda: they meet in the tables.',
    ),
    allow(
      'routes',
      '^routes/',
      ['routes/', 'lib/(schedules|ledger|catalogue|calendar|database)/', ...trunkPaths],
      'The API never imports scheduler or runner: they meet in the tables.',
    ),
    allow(
      'migrations',
      '^migrations/',
      ['migrations/', 'lib/database/', 'lib/(errors|logger)\\.ts$'],
      'Migrations are functions of the names and of what is in the database; they know no schedule and no run.',
    ),
    allow(
      'cli',
      '^cli/',
      ['cli/', 'migrations/', 'lib/(schedules|ledger|calendar|database)/', ...trunkPaths],
      'The command looks and migrates; it starts nothing, and nothing of the package imports it.',
    ),
    {
      name: 'chaos-stands-outside',
      severity: 'error',
      comment: 'The harness strikes the product from outside: what the product needs of it belongs into the product.',
      from: { path: '^(lib|routes|migrations|examples)/' },
      to: { path: '^chaos/' },
    },
    {
      name: 'checker-is-pure',
      severity: 'error',
      comment: 'The checker proves from a history alone: what acts on processes or servers stands beside it.',
      from: { path: '^chaos/check/' },
      to: { path: '^chaos/(faults|operator|sabotage|report)/|^chaos/server/(?!ask\\.ts)' },
    },
    {
      name: 'examples-use-the-package',
      severity: 'error',
      comment: 'An example is what an integrator copies: it imports worker-schedules, not our folders.',
      from: { path: '^examples/' },
      to: { path: '^(cli|lib|routes|migrations)/' },
    },
    {
      name: 'example-hosts-stand-apart',
      severity: 'error',
      comment: 'Each host is read by itself: what two of them need belongs into examples/host-parts.',
      from: { path: '^examples/([^/]+)/' },
      to: { path: '^examples/[^/]+-host/', pathNot: '^examples/$1/' },
    },
    {
      name: 'commonjs-host-is-whole',
      severity: 'error',
      comment: 'A CommonJS team copies the folder as it is, so it requires packages and its own files only.',
      from: { path: '^examples/commonjs-host/' },
      to: { path: '^examples/', pathNot: '^examples/commonjs-host/' },
    },
    {
      name: 'zod-at-the-edges',
      severity: 'error',
      comment: 'zod is used for options and HTTP bodies only, never in a public type.',
      from: { path: '^lib/', pathNot: '^lib/options\\.ts$' },
      to: { path: 'node_modules/zod/' },
    },
    {
      name: 'only-declared-dependencies',
      severity: 'error',
      comment: 'The package may only import its dependencies and peers.',
      from: { path: '^(cli|lib|routes|migrations)/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/(knex|pg)/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
