import type { History } from '../audit/history.ts';
import type { AppliedPlan } from '../faults/apply-plan.ts';
import { FAULT_NAMES } from '../plan/fault-kinds.ts';
import { RULES, type Violation } from '../check/violation.ts';
import { silences, tickInstants } from '../check/ticking.ts';
import { type Spread, spreadOf } from './quantiles.ts';
import { returnsOf, takeoversOf } from './takeovers.ts';

/** How many violations of one rule are spelt out. */
const SPELT_OUT = 10;

/** The table of a run, as lines. */
export function reportLines(history: History, plan: AppliedPlan, violations: readonly Violation[]): string[] {
  return [
    ...faultLines(plan),
    '',
    ...decisionLines(history),
    '',
    ...timeLines(history),
    '',
    ...violationLines(violations),
  ];
}

function row(label: string, ...cells: readonly (string | number)[]): string {
  return label.padEnd(44) + cells.map((cell) => String(cell).padStart(10)).join('');
}

function faultLines({ applied, skipped }: AppliedPlan): string[] {
  return [
    row('faults', 'applied', 'of leader'),
    ...FAULT_NAMES.map((name) => {
      const all = applied.filter((fault) => fault.name === name);
      return row(`  ${name}`, all.length, all.filter(({ struckLeader }) => struckLeader).length);
    }),
    row('  all', applied.length),
    ...[...skipped].map(([what, count]) => `  not applied ${count} times: ${what}`),
  ];
}

/** How many there are of each, most first. */
function counts(keys: readonly string[]): [string, number][] {
  const found = new Map<string, number>();
  for (const key of keys) found.set(key, (found.get(key) ?? 0) + 1);
  return [...found].sort(([, a], [, b]) => b - a);
}

function decisionLines({ fires, runs, edits, log }: History): string[] {
  const coalesced = fires.filter(({ coalescedFrom }) => coalescedFrom !== null).length;
  const outcomes = counts(fires.map(({ outcome, reason }) => `${outcome}${reason === null ? '' : `, ${reason}`}`));
  const transactions = log.filter(({ event }) => event === 'transaction').map((line) => String(line['end']));
  return [
    row('occurrences decided', fires.length),
    ...outcomes.map(([what, count]) => row(`  ${what}`, count)),
    row('  of them for several that were missed', coalesced),
    row('runs', runs.length),
    ...counts(runs.map(({ trigger, status }) => `${trigger} ${status}`)).map(([what, n]) => row(`  ${what}`, n)),
    row('  retries', runs.filter(({ attempt }) => attempt > 1).length),
    row('edits', edits.length),
    ...counts(edits.map(({ answer }) => answer)).map(([what, count]) => row(`  ${what}`, count)),
    row('transactions of the host', transactions.length),
    ...counts(transactions).map(([what, count]) => row(`  ${what}`, count)),
  ];
}

function spreadRow(label: string, numbers: readonly number[]): string {
  const { count, p50, p99, max }: Spread = spreadOf(numbers);
  return row(label, count, ...[p50, p99, max].map((ms) => (Number.isNaN(ms) ? '-' : ms.toFixed(0))));
}

function timeLines(history: History): string[] {
  const takeovers = takeoversOf(history);
  // What came due while the processes were still being started is nobody's lateness.
  const [firstTick = Infinity] = tickInstants(history);
  const enqueued = history.fires.filter(
    ({ outcome, scheduledAt }) => outcome === 'enqueued' && scheduledAt > firstTick,
  );
  const names = [...new Set(takeovers.map(({ fault }) => fault))];
  return [
    row('milliseconds', 'count', 'p50', 'p99', 'max'),
    spreadRow(
      'lateness of what was enqueued',
      enqueued.map(({ decidedAt, scheduledAt }) => decidedAt - scheduledAt),
    ),
    ...names.flatMap((name) => {
      const of = takeovers.filter(({ fault }) => fault === name);
      return [
        spreadRow(
          `takeover, ${name}: to lead`,
          of.map(({ toLead }) => toLead),
        ),
        spreadRow(
          '  to the end of the first tick',
          of.map(({ toTick }) => toTick),
        ),
      ];
    }),
    spreadRow('first tick after the return of PostgreSQL', returnsOf(history)),
    spreadRow(
      'time without a tick while there was PostgreSQL',
      silences(history).map(({ ms }) => ms),
    ),
  ];
}

function violationLines(violations: readonly Violation[]): string[] {
  const of = (rule: string): Violation[] => violations.filter((one) => one.rule === rule);
  return [
    row('violations', violations.length),
    ...RULES.flatMap((rule) => [
      row(`  ${rule}`, of(rule).length),
      ...of(rule)
        .slice(0, SPELT_OUT)
        .map(({ who, what }) => `    ${who}: ${what}`),
    ]),
  ];
}
