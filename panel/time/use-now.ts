import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

/** Milliseconds that the database's clock is ahead of this computer's. */
export const ClockLead = createContext(0);

/** The moment by the database's clock, in milliseconds; moves every second. */
export function useNow(): number {
  const lead = useContext(ClockLead);
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now + lead;
}
