import { setTimeout as pause } from 'node:timers/promises';
import type { Strike } from './scene.ts';
import { chooseMember } from './victims.ts';

const HOURS = 8;

/** The clock of one process, eight hours ahead or behind. */
export const clockMoved: Strike = async (scene, fault, onHit) => {
  const { member, leads } = await chooseMember(scene, fault);
  onHit({ victim: member.spec.name, struckLeader: leads });
  member.order({ order: 'move clock', hours: fault.chance < 0.5 ? -HOURS : HOURS });
  await pause(fault.lastsMs);
  member.order({ order: 'move clock', hours: 0 });
};

/** Every connection of one process's pool. */
export const poolExhausted: Strike = async (scene, fault, onHit) => {
  const { member, leads } = await chooseMember(scene, fault);
  onHit({ victim: member.spec.name, struckLeader: leads });
  member.order({ order: 'exhaust pool', ms: fault.lastsMs });
  await pause(fault.lastsMs);
};

/** The host's code that resolves configurations, in every scheduler at once, as all run the same code. */
export function resolveConfig(how: 'slowly' | 'never well'): Strike {
  return async ({ crew }, fault, onHit) => {
    onHit({ victim: 'schedulers', struckLeader: false });
    for (const member of crew.of('scheduler')) member.order({ order: 'resolve', how });
    await pause(fault.lastsMs);
    for (const member of crew.of('scheduler')) member.order({ order: 'resolve', how: 'well' });
  };
}
