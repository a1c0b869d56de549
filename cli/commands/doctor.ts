import { type NamesInput, resolveNames } from '../../lib/database/names.ts';
import { databaseMessage, isUnavailable } from '../../lib/database/postgres-errors.ts';
import { hasCode } from '../../lib/errors.ts';
import type { CommandResult } from '../command-result.ts';
import { connectOrRefuse } from '../connect.ts';
import { checkRights, checkTables } from '../doctor/check-database.ts';
import { checkRuns, checkSchedules } from '../doctor/check-rows.ts';
import { checkScheduler } from '../doctor/check-scheduler.ts';
import { checkClocks, checkConnection, checkServer } from '../doctor/check-server.ts';
import type { Check, Finding, Patient } from '../doctor/finding.ts';
import type { Arguments } from '../read-arguments.ts';

const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  ['database', checkServer],
  ['connection', checkConnection],
  ['clocks', checkClocks],
  ['schema', checkTables],
  ['rights', checkRights],
  ['scheduler', checkScheduler],
  ['schedules', checkSchedules],
  ['runs', checkRuns],
];

/** What cannot be looked at is a finding too, unless there is no database at all. */
async function look([name, check]: (typeof CHECKS)[number], patient: Patient): Promise<Finding[]> {
  try {
    return await check(patient);
  } catch (error) {
    if (isUnavailable(error) || hasCode(error, 'database_unavailable')) throw error;
    return [{ check: name, level: 'fault', message: `cannot be looked at: ${databaseMessage(error)}` }];
  }
}

function textOf(findings: readonly Finding[]): string {
  return findings.map(({ check, level, message }) => `${level.padEnd(6)}${check.padEnd(11)} ${message}`).join('\n');
}

/** `doctor`: looks at everything, whatever is wrong with the rest. */
export async function doctorCommand(given: Arguments, input: NamesInput): Promise<CommandResult> {
  const knex = await connectOrRefuse(given);
  const parts = given.parts ?? (['api', 'scheduler', 'runner'] as const);
  const patient: Patient = { knex, input, names: resolveNames(input), role: given.role, parts };
  try {
    const findings: Finding[] = [];
    for (const check of CHECKS) findings.push(...(await look(check, patient)));
    const healthy = findings.every(({ level }) => level !== 'fault');
    return { text: textOf(findings), json: { healthy, findings }, faulty: !healthy };
  } finally {
    await knex.destroy();
  }
}
