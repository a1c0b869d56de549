import { calendar } from '../calendar/measure-calendar.ts';
import { claims } from '../claims/measure-claims.ts';
import { idle } from '../idle/measure-idle.ts';
import { installed } from '../installed/measure-installed.ts';
import { lateness } from '../lateness/measure-lateness.ts';
import { memory } from '../memory/measure-memory.ts';
import { ready } from '../ready/measure-ready.ts';
import { start } from '../start/measure-start.ts';
import { tickSection } from '../tick/measure-tick.ts';
import { visible } from '../visible/measure-visible.ts';
import type { Section } from './section.ts';

/** Every section, in the order in which they are measured and shown. */
export const SECTIONS: readonly Section[] = [
  tickSection,
  visible,
  idle,
  lateness,
  start,
  claims,
  calendar,
  ready,
  memory,
  installed,
];
