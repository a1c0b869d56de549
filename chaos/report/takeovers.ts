import type { AppliedFault, History } from '../audit/history.ts';
import type { LogLine } from '../crew/event-log.ts';
import { isServerFault } from '../check/ticking.ts';

/** A leader that was struck, and its replacement. */
export interface Takeover {
  readonly fault: AppliedFault['name'];
  /** From the blow until another scheduler, or the same on a new session, leads (ms). */
  readonly toLead: number;
  /** From the blow until its first tick was over (ms). */
  readonly toTick: number;
}

/** After which faults of a leader somebody else must lead; of the others it may survive. */
const DEADLY: readonly AppliedFault['name'][] = ['SIGKILL of a process', 'terminated session'];
const SILENCING: readonly AppliedFault['name'][] = ['SIGSTOP of a process', 'packets dropped'];

/**
 * Takeovers after the death of a leader while the server was there and somebody stood by. Longer stops and cut lines may end
 * before the session does, and are counted only when somebody else led in the meantime.
 */
export function takeoversOf({ faults, log }: History): Takeover[] {
  const server = faults.filter(isServerFault);
  return faults
    .filter((fault) => fault.struckLeader && !isServerFault(fault))
    .flatMap((fault) => {
      const lead = log.find(({ event, at }) => event === 'leading' && at > fault.at);
      const tick = log.find(({ event, at }) => event === 'tick' && at > (lead?.at ?? Infinity));
      if (lead === undefined || tick === undefined || !isClean(fault, lead, { server, log })) return [];
      return [{ fault: fault.name, toLead: lead.at - fault.at, toTick: tick.at - fault.at }];
    });
}

interface Around {
  readonly server: readonly AppliedFault[];
  readonly log: readonly LogLine[];
}

function isClean(fault: AppliedFault, lead: LogLine, { server, log }: Around): boolean {
  const serverAway = server.some(({ at, until }) => at < lead.at && until > fault.at - 1000);
  if (serverAway) return false;
  if (DEADLY.includes(fault.name)) return stoodBy(fault, log);
  return SILENCING.includes(fault.name) && lead.at < fault.until && lead.member !== fault.victim;
}

/** Whether another scheduler's last word before the blow was that it stands by. */
function stoodBy(fault: AppliedFault, log: readonly LogLine[]): boolean {
  const last = new Map<string, string>();
  for (const { member, event, at } of log) {
    if (at < fault.at && ['standby', 'leading', 'leadership-lost', 'start failed'].includes(event))
      last.set(member, event);
  }
  return [...last].some(([member, event]) => event === 'standby' && !fault.victim.includes(member));
}

/** From each return of the server until the first tick after it (ms). */
export function returnsOf({ faults, log }: History): number[] {
  return faults.filter(isServerFault).flatMap(({ until }) => {
    const tick = log.find(({ event, at }) => event === 'tick' && at > until);
    const again = faults.some((other) => isServerFault(other) && other.at > until && other.at < (tick?.at ?? Infinity));
    return tick === undefined || again ? [] : [tick.at - until];
  });
}
