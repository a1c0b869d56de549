import { styleText } from 'node:util';

/** Says one line of what happens, with the local time and who says it. */
export function say(who: string, text: string): void {
  console.log(`${clock(new Date())}  ${who.padEnd(9)}  ${text}`);
}

/** Says one line about a worker. */
export function sayOf(who: string, workerName: string, text: string): void {
  say(who, `${workerName.padEnd(15)}  ${text}`);
}

/** Local time of day of an instant. */
export function clock(instant: Date): string {
  return instant.toTimeString().slice(0, 8);
}

/** How long it is from now until an instant. */
export function until(instant: Date): string {
  return `in ${Math.max(0, Math.round((instant.getTime() - Date.now()) / 1000))} s`;
}

type Colour = 'green' | 'red' | 'yellow';

/** Text in a colour, on a terminal only. */
export function paint(colour: Colour, text: string): string {
  return process.stdout.isTTY ? styleText(colour, text) : text;
}
