import { setTimeout as pause } from 'node:timers/promises';
import type { FaultName } from '../plan/fault-kinds.ts';
import { clockMoved, poolExhausted, resolveConfig } from './process-faults.ts';
import { poisonRow, setBack, unwritableRun } from './row-faults.ts';
import { NotApplied, type Strike } from './scene.ts';
import { backendKilled, frozen, stopped, terminated } from './server-faults.ts';
import { chooseMember } from './victims.ts';

const killed: Strike = async (scene, fault, onHit) => {
  const { member, leads } = await chooseMember(scene, fault);
  onHit({ victim: member.spec.name, struckLeader: leads });
  member.kill(fault.lastsMs);
  await pause(fault.lastsMs);
};

const suspended: Strike = async (scene, fault, onHit) => {
  const { member, leads } = await chooseMember(scene, fault);
  onHit({ victim: member.spec.name, struckLeader: leads });
  member.signal('SIGSTOP');
  await pause(fault.lastsMs);
  member.signal('SIGCONT');
};

const cutOff: Strike = async (scene, fault, onHit) => {
  if (scene.links.length === 0) throw new NotApplied('this machine allows no networks of our own');
  const { member, leads } = await chooseMember(scene, fault);
  const link = scene.links[scene.crew.of('scheduler').indexOf(member)];
  if (link === undefined || !link.cut()) throw new NotApplied('it is cut off already');
  onHit({ victim: member.spec.name, struckLeader: leads });
  await pause(fault.lastsMs);
  link.mend();
};

/** How each kind of fault is applied. */
export const STRIKES: Readonly<Record<FaultName, Strike>> = {
  'SIGKILL of a process': killed,
  'SIGSTOP of a process': suspended,
  'terminated session': terminated,
  'PostgreSQL stopped fast': stopped('fast'),
  'PostgreSQL stopped immediately': stopped('immediate'),
  'PostgreSQL killed': stopped('kill'),
  'backend killed': backendKilled,
  'PostgreSQL frozen': frozen,
  'packets dropped': cutOff,
  'process clock moved': clockMoved,
  'pool exhausted': poolExhausted,
  'slow resolveConfig': resolveConfig('slowly'),
  'throwing resolveConfig': resolveConfig('never well'),
  'poison row': poisonRow,
  'unwritable run': unwritableRun,
  'next_run_at set back': setBack,
};
