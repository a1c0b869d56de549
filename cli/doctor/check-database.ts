import { findMissingPrivileges, privilegeText } from '../../lib/database/check-privileges.ts';
import { missingPieces } from '../../lib/database/missing-pieces.ts';
import { readSchemaFacts } from '../../lib/database/read-schema-facts.ts';
import type { Check } from './finding.ts';

/** What the processes need and the database lacks. */
export const checkTables: Check = async ({ knex, names, parts }) => {
  const facts = await readSchemaFacts(knex, names);
  const missing = [...new Set(parts.flatMap((part) => missingPieces(facts, names, part)))];
  if (missing.length === 0) return [{ check: 'schema', level: 'ok', message: 'everything that is needed is there' }];
  const message = `missing: ${missing.join(', ')}; run worker-schedules migrate`;
  return [{ check: 'schema', level: 'fault', message }];
};

/** What a role may not do and its processes need. */
export const checkRights: Check = async ({ knex, names, role, parts }) => {
  const found = await Promise.all(
    parts.map(async (part) => ({ part, ...(await findMissingPrivileges(knex, names, { parts: [part], role })) })),
  );
  return found.map(({ part, role: who, missing }) => {
    if (missing.length === 0) return { check: 'rights', level: 'ok', message: `${who} may do what the ${part} needs` };
    const list = missing.map(privilegeText).join(', ');
    const message = `${who} lacks for the ${part}: ${list}; worker-schedules grants --role ${who} --for ${part} prints the statements`;
    return { check: 'rights', level: 'fault', message };
  });
};
