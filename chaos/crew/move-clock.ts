/*
 * Loaded before a process of the crew: its JavaScript clock can be moved. Timers and the monotonic clock go on as they are,
 * as they do when somebody sets the time of a machine.
 */
const RealDate = Date;
let shiftMs = 0;

class MovedDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...(given as [number]));
  }

  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}

globalThis.Date = MovedDate as DateConstructor;

process.on('message', (order: { readonly order?: string; readonly hours?: number }) => {
  if (order.order === 'move clock') shiftMs = (order.hours ?? 0) * 3_600_000;
});
process.channel?.unref();

export {};
