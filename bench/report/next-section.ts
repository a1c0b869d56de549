import type { Section } from './section.ts';

/** Seconds to the next full minute with which a section that waits for one is set up in time and hardly waits. */
const READY_IN = { least: 10, most: 25 };

/** Which of the sections to measure next: one that waits for a full minute when that is near, or else the first of the others. */
export function nextSection(sections: readonly Section[], now: number): Section | undefined {
  const seconds = 60 - ((now / 1000) % 60);
  const isNear = seconds >= READY_IN.least && seconds <= READY_IN.most;
  return sections.find(({ waitsForMinute }) => (waitsForMinute === true) === isNear) ?? sections[0];
}
