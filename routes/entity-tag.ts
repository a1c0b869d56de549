import type { Schedule } from '../lib/schedules/schedule.ts';
import { ProblemError } from './problem.ts';

/** The tag of a schedule: it moves with operators' edits, and a schedule that was made anew never has an old one's. */
export function entityTag(schedule: Schedule): string {
  return `"${schedule.createdAt.getTime()}-${schedule.version}"`;
}

function names(header: string, tag: string | undefined): boolean {
  if (header.trim() === '*') return tag !== undefined;
  return tag !== undefined && header.split(',').some((part) => part.trim() === tag);
}

type Header = (name: string) => string | undefined;

/**
 * The check that a write makes while it holds the schedule's row, from If-Match and If-None-Match; undefined when the
 * caller set no condition. The check throws the problem `precondition_failed`.
 */
export function preconditionOf(header: Header): ((current: Schedule | undefined) => void) | undefined {
  const match = header('if-match');
  const noneMatch = header('if-none-match');
  if (match === undefined && noneMatch === undefined) return undefined;
  return (current) => {
    const tag = current === undefined ? undefined : entityTag(current);
    if (match !== undefined && !names(match, tag)) throw failed('If-Match', tag);
    if (noneMatch !== undefined && names(noneMatch, tag)) throw failed('If-None-Match', tag);
  };
}

function failed(header: string, tag: string | undefined): ProblemError {
  const now = tag === undefined ? 'there is no schedule now' : `its tag is ${tag} now`;
  return new ProblemError(
    'precondition_failed',
    `The schedule is not what ${header} asks for: ${now}. Nothing was changed.`,
    {
      headers: tag === undefined ? {} : { ETag: tag },
    },
  );
}
