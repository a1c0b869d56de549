import { createHash } from 'node:crypto';
import type { Agenda } from './agenda.ts';

/** How a run of a simulation goes: it ends at once, works until an instant, or is left by its runner until its lease is over. */
export type Behaviour =
  | { readonly kind: 'succeed' }
  | { readonly kind: 'fail' }
  | { readonly kind: 'work' | 'abandon'; readonly hours: number };

export interface Attempt {
  readonly agenda: Agenda;
  /** The occurrence, in milliseconds since 1970. */
  readonly scheduledFor: number;
  readonly attempt: number;
}

/** How long the lease of a run lasts that its runner left (hours). */
const LEASE_HOURS = 1 / 60;

/** What happens to one attempt, drawn from the seed and the attempt alone, so that whoever asks gets the same answer. */
export function behaviourOf(seed: number, { agenda, scheduledFor, attempt }: Attempt): Behaviour {
  const digest = createHash('md5').update(`${seed} ${agenda.workerName} ${scheduledFor} ${attempt}`).digest();
  const [draw, more] = [digest.readUInt32LE(0) / 2 ** 32, digest.readUInt32LE(4) / 2 ** 32];
  const worse = attempt === 1 ? 1 : 20;
  if (draw < 0.01 * worse) return { kind: 'fail' };
  if (draw < 0.015 * worse) return { kind: 'abandon', hours: LEASE_HOURS };
  if (draw > 0.985) return { kind: 'work', hours: agenda.periodHours * 3.5 * more };
  return { kind: 'succeed' };
}
