import { missingLabels } from '../lib/database/compare-ledger.ts';
import { asRawText } from '../lib/database/expression-text.ts';
import { quote } from '../lib/database/identifiers.ts';
import { type CheckFacts, findColumn } from '../lib/database/schema-facts.ts';
import { type Change, change } from './change.ts';
import type { Found, Step } from './step.ts';

/** The type is the column's own, whatever its name and schema. */
function addLabel({ names, facts }: Found, column: 'status' | 'trigger', label: string): Change[] {
  const found = findColumn(facts.tables[names.plain.runs], names.plain.run[column]);
  if (found === undefined) return [];
  const type = `${quote(found.type_schema)}.${quote(found.type_name)}`;
  const added = change('label', `${found.type_name}.${label}`, [
    `ALTER TYPE ${type} ADD VALUE IF NOT EXISTS '${label}'`,
  ]);
  return [{ ...added, how: 'alone' }];
}

/**
 * A CHECK that refuses labels of ours is widened by them, and otherwise says what it said. Every row satisfies it already,
 * so the validation that comes after finds nothing and keeps nobody waiting.
 */
function widenCheck({ names }: Found, check: CheckFacts, labels: readonly string[]): Change {
  const [column = ''] = check.columns;
  const list = labels.map((label) => `'${label}'`).join(', ');
  const name = quote(check.name);
  const widened = `(${asRawText(check.expression)}) OR ${quote(column)} IN (${list})`;
  return {
    ...change('check', check.name, [
      `ALTER TABLE ${names.runs} DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} CHECK (${widened}) NOT VALID`,
    ]),
    detail: { columns: [column], expression: check.expression, validated: check.validated },
    after: check.validated ? [`ALTER TABLE ${names.runs} VALIDATE CONSTRAINT ${name}`] : [],
  };
}

/** Checks that were widened by a migration that was killed before it validated them. */
function validateWidened({ names, facts, made }: Found): Change[] {
  const checks = facts.tables[names.plain.runs]?.checks ?? [];
  return made
    .filter(({ kind, detail }) => kind === 'check' && detail.validated === true)
    .filter(({ name }) => checks.some((check) => check.name === name && !check.validated))
    .map(({ name, detail }) => ({
      ...change('check', name, []),
      detail,
      after: [`ALTER TABLE ${names.runs} VALIDATE CONSTRAINT ${quote(name)}`],
    }));
}

/** The labels that a host's ledger does not take yet. */
export const labelsStep: Step = {
  name: 'worker_schedules_0003_ledger_labels',
  transaction: false,
  plan: (found) => {
    const ledger = found.facts.tables[found.names.plain.runs];
    if (ledger === undefined) return [];
    const missing = missingLabels(found.facts, ledger, found.names);
    const refusing = new Set(missing.flatMap(({ check }) => (check === undefined ? [] : [check])));
    return [
      ...missing
        .filter(({ check }) => check === undefined)
        .flatMap(({ column, label }) => addLabel(found, column, label)),
      ...[...refusing].map((check) =>
        widenCheck(
          found,
          check,
          missing.filter((one) => one.check === check).map(({ label }) => label),
        ),
      ),
      ...validateWidened(found),
    ];
  },
};
