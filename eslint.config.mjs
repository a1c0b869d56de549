import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** The database's clock decides (design: "Which now"); a process clock or a fixed SQL clock cannot be faked and can be wrong. */
const clockRules = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Use now() or statement_timestamp() of the database; for durations use performance.now().',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Use now() or statement_timestamp() of the database.',
  },
  {
    selector: "MemberExpression[object.property.name='fn'][property.name='now']",
    message: 'knex.fn.now() is CURRENT_TIMESTAMP, which tests cannot move; write now() or statement_timestamp().',
  },
  {
    selector:
      'TemplateElement[value.raw=/(current_timestamp|clock_timestamp|localtimestamp|pg_catalog\\.now|transaction_timestamp)/i]',
    message: 'Write now() (tick) or statement_timestamp() (statements inside a host transaction), unqualified.',
  },
  {
    selector:
      'Literal[value=/(current_timestamp|clock_timestamp|localtimestamp|pg_catalog\\.now|transaction_timestamp)/i]',
    message: 'Write now() (tick) or statement_timestamp() (statements inside a host transaction), unqualified.',
  },
];

/** Errors of another copy of the package fail `instanceof`; they are recognised by `code`. */
const errorRule = {
  selector: "BinaryExpression[operator='instanceof'][right.name=/^(WorkerSchedulesError|.*LostError|.*BusyError)$/]",
  message: 'Recognise errors by `code`: several copies of the package may live in one process.',
};

/** What a reader takes in at a time. */
const budget = {
  'max-lines': ['error', { max: 200 }],
  'max-lines-per-function': ['error', { max: 40 }],
  'max-params': ['error', { max: 3 }],
  'max-depth': ['error', { max: 2 }],
};

export default tseslint.config(
  { ignores: ['dist', 'coverage', 'node_modules', '.data'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { checkThenables: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      ...budget,
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['lib/**/*.ts', 'routes/**/*.ts', 'migrations/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...clockRules, errorRule],
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'exit', message: 'We are a guest: the host decides when its process ends.' },
        { object: 'process', property: 'on', message: 'We install no process listeners; the host does.' },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'max-params': ['error', { max: 4 }],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  { files: ['knexfile.ts', 'panel/vite.config.ts'], rules: { 'no-restricted-exports': 'off' } },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly' } },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { __dirname: 'readonly', console: 'readonly', process: 'readonly' },
    },
    rules: { ...budget, strict: ['error', 'global'], eqeqeq: 'error', 'require-atomic-updates': 'error' },
  },
);
