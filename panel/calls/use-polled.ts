import { useEffect, useRef, useState } from 'preact/hooks';
import { type Polled, Poller, type Timers } from './poller.ts';

const timers: Timers = {
  start: (work, afterMs) => setTimeout(work, afterMs),
  stop: (timer) => clearTimeout(timer as number | undefined),
};

/** What a view shows: the newest answer, why there is no newer one, and a way to ask at once. */
export interface Live<Data> extends Polled<Data> {
  readonly refresh: () => void;
}

/** Polls while a view is there; `key` names what is read, and another key begins anew. */
export function usePolled<Data>(key: string, read: (signal: AbortSignal) => Promise<Data>): Live<Data> {
  const [polled, setPolled] = useState<Polled<Data> & { readonly key: string }>();
  const poller = useRef<Poller<Data>>();
  useEffect(() => {
    const started = new Poller<Data>({ read, onChange: (found) => setPolled({ ...found, key }), timers });
    const look = (): void => started.hide(document.hidden);
    poller.current = started;
    look();
    started.refresh();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      started.stop();
    };
  }, [key]);
  const current = polled?.key === key ? polled : undefined;
  return { data: current?.data, error: current?.error, refresh: () => poller.current?.refresh() };
}
