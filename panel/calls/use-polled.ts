import { useEffect, useRef, useState } from 'preact/hooks';
import { leadOf } from '../time/clock-lead.ts';
import { type Polled, Poller, type Timers } from './poller.ts';

const timers: Timers = {
  start: (work, afterMs) => setTimeout(work, afterMs),
  stop: (timer) => clearTimeout(timer as number | undefined),
};

/** An answer, and how far the database's clock was ahead when it arrived. */
export interface Arrived<Data> {
  readonly body: Data;
  /** Milliseconds. */
  readonly lead: number;
}

/** What a view shows: the newest answer, why there is no newer one, and a way to ask at once. */
export interface Live<Data> extends Polled<Arrived<Data>> {
  readonly refresh: () => void;
}

/** What all polled answers say: the moment by the database's clock. */
export interface Dated {
  readonly now: string;
}

type Read<Data> = (signal: AbortSignal) => Promise<{ readonly body: Data }>;

/** Polls while a view is there; `key` names what is read. With another key the last answer stays until the next is there. */
export function usePolled<Data extends Dated>(key: string, read: Read<Data>): Live<Data> {
  const [polled, setPolled] = useState<Polled<Arrived<Data>>>();
  const poller = useRef<Poller<Arrived<Data>>>();
  useEffect(() => {
    const arrived = async (signal: AbortSignal): Promise<Arrived<Data>> => {
      const { body } = await read(signal);
      return { body, lead: leadOf(body.now) };
    };
    const show = ({ data, error }: Polled<Arrived<Data>>): void =>
      setPolled((before) => ({ data: data ?? before?.data, error }));
    const started = new Poller({ read: arrived, onChange: show, timers });
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
  return { data: polled?.data, error: polled?.error, refresh: () => poller.current?.refresh() };
}
