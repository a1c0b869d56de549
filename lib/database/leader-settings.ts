/** The scheduler gives way to the host: below PostgreSQL's default deadlock_timeout of 1 s, so that we lose every conflict. */
const WRITE_LOCK_TIMEOUT = '200ms';
/**
 * Settings of the leader's session. Each statement of the leader has an index to go along. Left to itself the planner reads
 * a whole table or a whole index for a batch, once a batch, which costs more the more schedules there are. It looks at no
 * binding: the plan of one batch is that of each, made once, and the first batch does not pay for five. What it compiles for
 * one batch it throws away after.
 */
export const LEADER_SETTINGS = {
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  synchronous_commit: 'on',
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  lock_timeout: WRITE_LOCK_TIMEOUT,
  enable_seqscan: 'off',
  enable_mergejoin: 'off',
  random_page_cost: '1',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
} as const;
