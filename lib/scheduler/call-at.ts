/** Timers longer than this become 1 ms in Node. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
/** Node's timers know whole milliseconds, and come up to one early or late: what is left below that is waited for turn by turn. */
const TIMER_STEP_MS = 1;

/** Waits until `deadline` (performance.now()), to a fraction of a millisecond. */
export async function waitUntil(deadline: number): Promise<void> {
  await new Promise<void>((resolve) => void callAt(deadline, resolve));
}

/** Calls once, at `deadline` or when what it returns is called. */
export function callAt(deadline: number, call: () => void): () => void {
  let handle: NodeJS.Timeout | undefined;
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(handle);
    call();
  };
  const look = (): void => {
    if (isOver) return;
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) end();
    else if (leftMs < TIMER_STEP_MS) setImmediate(look);
    else handle = setTimeout(look, Math.min(Math.floor(leftMs), MAX_TIMER_MS));
  };
  look();
  return end;
}
