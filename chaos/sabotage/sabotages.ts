/** How the product can be broken on purpose: one guard of its statements is left out. */
export const SABOTAGES = [
  'no-fence',
  'fires-do-not-gate',
  'unguarded-report',
  'next-run-from-memory',
  'retries-without-schedule-lock',
] as const;

export type Sabotage = (typeof SABOTAGES)[number];

/** A statement as it would be sent, and as it is sent instead. */
export type Rewrite = (text: string) => string;

/** Replaces, and fails when there is nothing to replace in a statement that should have it. */
function replace(text: string, what: string | RegExp, by: string): string {
  const changed = text.replaceAll(what, by);
  if (changed === text) throw new Error(`The sabotage finds no ${String(what)} in: ${text}`);
  return changed;
}

/** Every scheduler believes that it leads, and nobody looks whether it does. */
const noFence: Rewrite = (text) => {
  if (/^SELECT to_json\(pg_try_advisory_lock\(/.test(text)) return `SELECT 'true' AS json WHERE $1::int <> $2::int`;
  if (text.includes('pg_try_advisory_xact_lock')) {
    return replace(text, /pg_try_advisory_xact_lock\([^,]*, [^,]*\)/g, 'true');
  }
  return text;
};

/** A run is made although its occurrence was decided before. */
const firesDoNotGate: Rewrite = (text) => {
  if (!text.includes('plan AS MATERIALIZED')) return text;
  const ungated = replace(text, /AND NOT p\.already/g, '');
  const unsaid = replace(ungated, `CASE WHEN p.already THEN 'already-decided' WHEN`, 'CASE WHEN');
  return replace(
    unsaid,
    `WHERE t.result IN ('enqueued', 'skipped', 'failed'))`,
    `WHERE t.result IN ('enqueued', 'skipped', 'failed') ON CONFLICT DO NOTHING)`,
  );
};

/** Whoever has ever claimed a run may renew and end it at any time. */
const unguardedReport: Rewrite = (text) =>
  text.includes('"lease_expires_at" > statement_timestamp()')
    ? replace(
        text,
        /AND r\."lease_token" = (\$\d+)::uuid AND r\."status" = 'RUNNING'\s+AND r\."lease_expires_at" > statement_timestamp\(\)/g,
        'AND $1::uuid IS NOT NULL',
      )
    : text;

/** Retries are made without holding their schedules. */
const retriesWithoutLock: Rewrite = (text) =>
  /FROM \S+ s\s+WHERE s\.worker_name IN \(SELECT jsonb_array_elements_text\(\$1::jsonb\)\)\s+ORDER BY s\.worker_name FOR UPDATE/.test(
    text,
  ) && !text.includes('next_run_at')
    ? replace(text, /FOR UPDATE OF s SKIP LOCKED/g, '')
    : text;

/** Due rows are decided as they were read, not as they are when they are locked. */
const nextRunFromMemory: Rewrite = (text) => {
  if (!text.includes('plan AS MATERIALIZED')) return text;
  const unchecked = replace(
    text,
    'WHERE coalesce(s.version = p.version AND s.next_run_at = i.instants[p.due_at] AND s.next_run_at <= now(), false)',
    'WHERE true',
  );
  return replace(unchecked, 'FOR UPDATE OF s SKIP LOCKED', '');
};

/** The rewriting of each sabotage. */
export const rewrites: Readonly<Record<Sabotage, Rewrite>> = {
  'no-fence': noFence,
  'fires-do-not-gate': firesDoNotGate,
  'unguarded-report': unguardedReport,
  'next-run-from-memory': nextRunFromMemory,
  'retries-without-schedule-lock': retriesWithoutLock,
};
