import { setTimeout as pause } from 'node:timers/promises';
import type { PlannedFault } from '../plan/plan-faults.ts';
import { answers, ask, HARNESS_NAME } from '../server/ask.ts';
import type { Ending } from '../server/chaos-server.ts';
import { NotApplied, type Scene, type Strike } from './scene.ts';

interface Session {
  readonly pid: number;
  readonly app: string;
  readonly state: string | null;
  readonly leads: boolean;
}

/** The product's sessions as the server sees them, the leader's marked. */
async function sessionsOf({ server }: Scene): Promise<Session[]> {
  return await ask<Session>(
    server.url(),
    `SELECT a.pid, a.application_name AS app, a.state,
       EXISTS (SELECT 1 FROM pg_locks l WHERE l.pid = a.pid AND l.locktype = 'advisory' AND l.granted) AS leads
       FROM pg_stat_activity a
      WHERE a.backend_type = 'client backend' AND a.application_name <> '${HARNESS_NAME}'
      ORDER BY a.state, a.application_name, a.pid`,
  );
}

async function chooseSession(scene: Scene, { victim, chance }: PlannedFault): Promise<Session> {
  const all = await sessionsOf(scene);
  // States are drawn before sessions: most sessions are idle, and the others are what matters.
  const states = [...new Set(all.map(({ state }) => state))];
  const state = states[Math.floor(chance * states.length)];
  const wanted = all.filter((session) => (victim === 'leader' ? session.leads : session.state === state));
  const session = wanted[Math.floor(((chance * 7919) % 1) * wanted.length)];
  if (session === undefined) throw new NotApplied('there is no such session');
  return session;
}

/** One session, in whatever state it is. */
export const terminated: Strike = async (scene, fault, onHit) => {
  const session = await chooseSession(scene, fault);
  onHit({ victim: `${session.app} (${session.state ?? 'no state'})`, struckLeader: session.leads });
  await ask(scene.server.url(), 'SELECT pg_terminate_backend($1)', [session.pid]);
};

/** The whole server, for a while. */
export function stopped(how: Ending): Strike {
  return async (scene, fault, onHit) =>
    await scene.serverTurn(async () => {
      onHit({ victim: 'server', struckLeader: true });
      await scene.server.stop(how);
      await pause(fault.lastsMs);
      await scene.server.start();
    });
}

/** One backend, by SIGKILL: PostgreSQL ends all the others and recovers by itself. */
export const backendKilled: Strike = async (scene, fault, onHit) =>
  await scene.serverTurn(async () => {
    const session = await chooseSession(scene, fault);
    onHit({ victim: `${session.app} (${session.state ?? 'no state'})`, struckLeader: true });
    scene.server.killBackend(session.pid);
    while (await lives(scene, session.pid)) await pause(20);
  });

/** Until the server answers again, and without that backend. */
async function lives(scene: Scene, pid: number): Promise<boolean> {
  if (!(await answers(scene.server.url()))) return true;
  return await sessionsOf(scene).then(
    (sessions) => sessions.some((session) => session.pid === pid),
    () => true,
  );
}

/** Every process of the server, for a while. */
export const frozen: Strike = async (scene, fault, onHit) =>
  await scene.serverTurn(async () => {
    onHit({ victim: 'server', struckLeader: true });
    const thaw = scene.server.freeze();
    await pause(fault.lastsMs);
    thaw();
    while (!(await answers(scene.server.url()))) await pause(20);
  });
