import type { AccessAnswer, Permission, Principal } from 'worker-schedules';

interface Member {
  readonly principal: Principal;
  readonly mayOperate: boolean;
}

/** A real host looks at its session or token instead. */
const members: Readonly<Record<string, Member>> = {
  'demo-operator': { principal: { id: 'demo-operator', name: 'Demo operator' }, mayOperate: true },
  'demo-viewer': { principal: { id: 'demo-viewer', name: 'Demo viewer' }, mayOperate: false },
};

/** The names that may sign in. */
export const memberNames = Object.keys(members);

/** The token of a program, or the cookie that a browser got when somebody signed in. */
interface Credentials {
  readonly authorization?: string | undefined;
  readonly cookie?: string | undefined;
}

function nameIn({ authorization, cookie }: Credentials): string {
  if (authorization !== undefined) return /^Bearer (\S+)$/.exec(authorization)?.[1] ?? '';
  return /(?:^|; )member=([\w-]+)/.exec(cookie ?? '')?.[1] ?? '';
}

/** Nobody without a token or a cookie (401), and viewers change nothing (403). */
export function accessOf(credentials: Credentials, permission: Permission): AccessAnswer {
  const name = nameIn(credentials);
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  if (member === undefined) return null;
  return permission === 'read' || member.mayOperate ? member.principal : { refused: true };
}
