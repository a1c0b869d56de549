/*
 * Leadership, the tick, operators' edits and the creation of retries, for one worker.
 *
 * One atomic step here is one statement, or the commit of one transaction, in PostgreSQL. A session that is killed between two
 * steps takes its locks and its transaction with it. The process behind it does not notice before its next statement.
 *
 * Each guard of the protocol can be left out (-DNO_...); the checker must then find what the guard is for.
 * docs/model.md names the function behind every step.
 */

#define LAST 2          /* occurrences 1 to LAST; occurrence k is due when now >= k */
#define SCHEDULERS 2
#define OPERATOR 9
#define NEVER (LAST + 1)

#ifndef KILLS
#define KILLS 1
#endif
#ifndef EDITS
#define EDITS 2
#endif

/* PostgreSQL */
byte now;               /* the database's clock, in occurrences */
bool steppedBack;       /* the clock steps back once at most */
byte leaderLock;        /* the scheduler whose session holds the advisory lock, 0 for none */
byte rowLock;           /* who holds the schedule's row, 0 for none */
bool session[3];        /* whether a scheduler's session lives */

/* the schedule's row */
bool isOn = true;
byte version = 1;
byte nextRun = 1;          /* next_run_at; NEVER when nothing is left, 0 for null */

/* its fires, and the ledger */
bool fired[5];
byte enqueued[5];       /* runs that were ever created for an occurrence */
bool slotTaken;            /* a QUEUED or RUNNING run holds the worker's slot */
byte activeRuns;        /* how many there really are */
bool failed;            /* the newest run is FAILED and is owed a retry */
bool switchedSince;     /* isOn was switched after it failed */
byte retries;           /* of the newest chain */

byte kills;
byte edits;

/* What a step has seen is of no use to the next one; forgetting it keeps the number of states small. */
#define FORGET seenVersion = 0; seenNext = 0; at = 0; mine = false; created = false

inline unlockRow(who) { if :: rowLock == who -> rowLock = 0 :: else fi }

/* A run is inserted ON CONFLICT on the slot's index DO NOTHING. */
inline insertRun(done)
{
  if
#ifndef NO_SLOT
  :: slotTaken -> done = false
#endif
  :: else -> slotTaken = true; activeRuns++; done = true
  fi
}

proctype Scheduler(byte me)
{
  bool created; bool mine;
  byte seenVersion; byte seenNext; byte at; byte lastNow;

  session[me] = true;
  goto waiting;

lost: /* serveOnce(): back off, a new session, stand again; the process survives */
#ifdef NO_STAND_AGAIN
  false;
#endif
  session[me] = true;

waiting:
  if
  :: atomic { session[me] && leaderLock == 0 -> leaderLock = me }; goto heal
  :: atomic { !session[me] -> FORGET; goto lost }
  fi;

heal: /* heal(): a stored instant later than the next occurrence after now is replaced; one in the past never is */
  atomic {
    if
    :: !(session[me] && leaderLock == me) -> FORGET; goto lost
    :: else ->
       if
       :: rowLock == 0 && isOn && nextRun > now + 1 -> nextRun = now + 1
       :: else
       fi;
       lastNow = now
    fi
  };

tick:
  if
  /* the clock stands before the last tick: heal first */
  :: atomic { now < lastNow -> goto heal }

  /* look(): without a lock; host code resolves the request meanwhile */
  :: atomic { isOn && nextRun != 0 && nextRun <= now -> seenVersion = version; seenNext = nextRun }; goto decide

  /* readOwedRetries(): likewise */
  :: atomic { failed && isOn && !switchedSince && retries < 2 -> skip }; goto retry

  :: atomic { !session[me] -> FORGET; goto lost }
  fi;

decide: /* the fence, and the snapshot of the statement that decides: which fires it sees */
  atomic {
#ifdef NO_FENCE
    session[me] = true;        /* a pool that silently connects again */
    if
    :: true
#else
    if
    :: !(session[me] && leaderLock == me) -> FORGET; goto lost
#endif
    :: else
    fi;
    at = now;
    if
    :: at > LAST -> at = LAST
    :: else
    fi;
    lastNow = now;
    mine = !fired[at]
  };
  /* its lock with SKIP LOCKED, and the row as it is once it is locked */
  atomic {
    if
    :: !session[me] -> FORGET; goto lost
    :: else
    fi;
    if
    :: rowLock != 0 -> FORGET; goto tick
    :: else -> rowLock = me
    fi;
#ifndef NO_RECHECK
    if
    :: !(isOn && version == seenVersion && nextRun == seenNext) -> unlockRow(me); FORGET; goto tick
    :: else
    fi;
#endif
    skip
  };
  /* it writes run, fire and next_run_at; the commit */
  atomic {
    if
    :: !session[me] -> FORGET; goto lost       /* rolled back with the session */
    :: else
    fi;
    assert(leaderLock == me);                       /* no write without the lock */
#ifdef NO_FIRE_GATE
    mine = true;
#endif
    if
    :: mine ->
       insertRun(created);
       if
       :: created ->
          assert(isOn);                          /* nothing from a paused row */
          assert(version == seenVersion);           /* nothing from a stale one */
          enqueued[at]++;
          assert(enqueued[at] <= 1);                /* an occurrence is enqueued once */
          failed = false; retries = 0
       :: else
       fi
    :: else
    fi;
    assert(activeRuns <= 1);                        /* one slotTaken run of a worker */
    fired[at] = true;
    nextRun = (at < LAST -> at + 1 : NEVER);
    unlockRow(me);
    FORGET
  };
  goto tick;

retry: /* the fence, lockSchedulesOf(), and the insert that judges again what is owed */
  atomic {
    if
    :: !(session[me] && leaderLock == me) -> FORGET; goto lost
    :: else
    fi;
    if
    :: rowLock != 0 -> FORGET; goto tick
    :: else ->
#ifndef NO_RETRY_LOCK
       rowLock = me
#else
       skip
#endif
    fi;
    if
    :: !(failed && isOn && !switchedSince) -> unlockRow(me); FORGET; goto tick
    :: else
    fi
  };
  atomic {
    if
    :: !session[me] -> FORGET; goto lost
    :: else
    fi;
    assert(leaderLock == me);
    if
    :: failed ->
       insertRun(created);
       if
       :: created ->
          assert(isOn && !switchedSince);        /* a pause comes wholly before or wholly after */
          failed = false; retries++;
          assert(retries <= 2)                      /* three attempts at most */
       :: else
       fi
    :: else
    fi;
    assert(activeRuns <= 1);
    unlockRow(me);
    FORGET
  };
  goto tick
}

/* Somebody pauses, resumes, or saves another request, each in a transaction of its own. */
active proctype Operator()
{
  do
  :: edits < EDITS ->
     atomic { rowLock == 0 -> rowLock = OPERATOR; edits++ };
     atomic {
       if
       :: isOn ->                                /* a pause takes an occurrence away that was due, with its fire */
          if
          :: nextRun != 0 && nextRun <= now -> fired[(now > LAST -> LAST : now)] = true
          :: else
          fi;
          isOn = false; nextRun = 0; switchedSince = true
       :: !isOn -> isOn = true; nextRun = (now < LAST -> now + 1 : NEVER); switchedSince = true
       :: true -> skip                              /* another request: the agenda stays */
       fi;
       version++;
       rowLock = 0
     }
  :: break
  od
}

/* The runner: a run ends well, or fails and is owed a retry. */
active proctype Runner()
{
end:
  do
  :: atomic { slotTaken -> slotTaken = false; activeRuns--; failed = false }
  :: atomic { slotTaken && retries < 2 -> slotTaken = false; activeRuns--; failed = true; switchedSince = false }
  od
}

active proctype Clock()
{
  do
  :: atomic { now < LAST -> now++ }
  :: atomic { now == LAST && !steppedBack -> now = 1; steppedBack = true }
  :: atomic { now == LAST && steppedBack -> break }
  od
}

/* A process that dies, or a session that is terminated: its locks and its transaction go with it. */
active proctype Killer()
{
  byte victim;
  do
  :: kills < KILLS ->
     atomic {
       select (victim : 1 .. SCHEDULERS);
       if
       :: session[victim] ->
          session[victim] = false; kills++;
          if :: leaderLock == victim -> leaderLock = 0 :: else fi;
          unlockRow(victim)
       :: else
       fi
     }
  :: break
  od
}

init
{
  atomic { run Scheduler(1); run Scheduler(2) }
}

/* Every due occurrence is decided at last, or the schedule is paused. */
ltl decided { [] <> (!isOn || nextRun == 0 || nextRun > now) }
