/*
 * The life of a chain of runs of one worker: claim, lease, report, cancel, interruption and retry, with two runners of which
 * one may sleep through its lease.
 *
 * One atomic step is one statement, or the commit of one transaction, in PostgreSQL. Row n is attempt n.
 */

#define ATTEMPTS 3
#define NOBODY 0

mtype = { NONE, QUEUED, RUNNING, SUCCESS, FAILED, INTERRUPTED, CANCELLED };

mtype status[4] = NONE;
byte token[4];              /* a fresh one for every claim, and none after the lease was taken away */
bool leaseOver[4];
bool cancelRequested[4];
bool settled[4];            /* what was said to a caller is final */
byte executing[4];          /* runners that work on the row and may still believe that it is theirs */
byte claims;                /* also the next token */
bool cancelled;

#ifdef NO_RETRY_ONCE
#define NOT_RETRIED(n) true
#else
#define NOT_RETRIED(n) status[n + 1] == NONE      /* the unique index on retry_of, and "no later run" */
#endif

#define isActive(n) (status[n] == QUEUED || status[n] == RUNNING)

/* An outcome is written once. */
inline settle(n, outcome)
{
  assert(!settled[n]);
  status[n] = outcome;
  settled[n] = true;
  token[n] = NOBODY
}

/* reportOutcome() and its guard: the token, RUNNING, and the lease not over. */
inline report(n, mine, outcome)
{
  if
#ifdef NO_REPORT_GUARD
  :: true ->
#else
  :: status[n] == RUNNING && token[n] == mine && !leaseOver[n] ->
#endif
#ifndef NO_CANCEL_RULE
     if
     :: outcome != SUCCESS && cancelRequested[n] -> settle(n, CANCELLED)
     :: else -> settle(n, outcome)
     fi
#else
     settle(n, outcome)
#endif
  :: else
  fi
}

active [2] proctype Runner()
{
  byte n; byte mine;

idle:
  n = 0; mine = 0;
end:
  if
  /* claimNextRun(): FOR UPDATE SKIP LOCKED, so that the row is judged and taken in one step */
#ifndef NO_CLAIM_LOCK
  :: atomic { status[1] == QUEUED -> n = 1; goto take }
  :: atomic { status[2] == QUEUED -> n = 2; goto take }
  :: atomic { status[3] == QUEUED -> n = 3; goto take }
#else
  :: status[1] == QUEUED -> n = 1; goto take
  :: status[2] == QUEUED -> n = 2; goto take
  :: status[3] == QUEUED -> n = 3; goto take
#endif
  fi;

take:
  atomic {
#ifndef NO_CLAIM_LOCK
    if
    :: status[n] != QUEUED -> goto idle
    :: else
    fi;
#endif
    claims++; mine = claims; token[n] = mine; status[n] = RUNNING;
    assert(executing[n] == 0);                      /* a row is executed once */
    executing[n]++
  };

  /* the work, and what it comes to; the process may sleep here for as long as it likes */
  if
  :: true -> atomic { report(n, mine, SUCCESS); executing[n]-- }
  :: true -> atomic { report(n, mine, FAILED); executing[n]-- }
  :: true -> atomic { executing[n]-- }              /* it dies, and nobody reports */
  fi;
  goto idle
}

/* interruptPass() ends what nobody renews. */
inline sweep(n)
{
  if
  :: cancelRequested[n] -> settle(n, CANCELLED)
  :: else -> settle(n, INTERRUPTED)
  fi
}

/* retryPass() creates what is owed. */
#define owed(n) (status[n] == FAILED || status[n] == INTERRUPTED) && NOT_RETRIED(n)

inline retry(n)
{
  assert(!cancelRequested[n]);                      /* what somebody cancelled is not tried again */
  assert(status[n + 1] == NONE);                    /* a row is retried once */
  status[n + 1] = QUEUED
}

active proctype Leader()
{
end:
  do
  :: atomic { status[1] == NONE -> status[1] = QUEUED }
#ifndef NO_SWEEP
  :: atomic { status[1] == RUNNING && leaseOver[1] -> sweep(1) }
  :: atomic { status[2] == RUNNING && leaseOver[2] -> sweep(2) }
  :: atomic { status[3] == RUNNING && leaseOver[3] -> sweep(3) }
#endif
  :: atomic { owed(1) -> retry(1) }
  :: atomic { owed(2) -> retry(2) }
  od
}

/* Time: a lease that is not renewed ends. Renewing keeps it, so every lease may end or not. */
active proctype Time()
{
end:
  do
  :: atomic { status[1] == RUNNING && !leaseOver[1] -> leaseOver[1] = true }
  :: atomic { status[2] == RUNNING && !leaseOver[2] -> leaseOver[2] = true }
  :: atomic { status[3] == RUNNING && !leaseOver[3] -> leaseOver[3] = true }
  od
}

/* cancelRun(): a queued run at once, a running one by asking. */
active proctype Caller()
{
  byte n;
end:
  do
  :: atomic {
       !cancelled ->
       select (n : 1 .. ATTEMPTS);
       if
       :: status[n] == QUEUED -> cancelled = true; settle(n, CANCELLED)
       :: status[n] == RUNNING -> cancelled = true; cancelRequested[n] = true
       :: else
       fi;
       n = 0
     }
  od
}

/* At most one row is QUEUED or RUNNING, whatever happens. */
active proctype Watcher()
{
end:
  do
  :: atomic { (isActive(1) && isActive(2)) || (isActive(1) && isActive(3)) || (isActive(2) && isActive(3)) -> assert(false) }
  od
}

/* A run that was begun ends. */
ltl ended { [] (status[1] == RUNNING -> <> (settled[1])) }
