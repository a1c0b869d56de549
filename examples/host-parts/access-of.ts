import type { AccessAnswer, Permission, Principal } from 'worker-schedules';

interface Member {
  readonly principal: Principal;
  readonly mayOperate: boolean;
}

/** A real host looks at its session or token instead. */
const members: Readonly<Record<string, Member>> = {
  'Bearer demo-operator': { principal: { id: 'demo-operator', name: 'Demo operator' }, mayOperate: true },
  'Bearer demo-viewer': { principal: { id: 'demo-viewer', name: 'Demo viewer' }, mayOperate: false },
};

/** Nobody without a token (401), and viewers change nothing (403). */
export function accessOf(authorization: string | undefined, permission: Permission): AccessAnswer {
  const token = authorization ?? '';
  const member = Object.hasOwn(members, token) ? members[token] : undefined;
  if (member === undefined) return null;
  return permission === 'read' || member.mayOperate ? member.principal : { refused: true };
}
