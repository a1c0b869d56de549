import type { JSX } from 'preact';
import type { Dated, Live } from '../calls/use-polled.ts';
import { ClockLead } from '../time/use-now.ts';
import { useWords } from '../words/speaking.ts';
import { Fault } from './fault.tsx';
import { Stale } from './stale.tsx';

interface LiveViewProps<Data> {
  readonly live: Live<Data>;
  readonly children: (body: Data) => JSX.Element;
}

/** A polled view: until there is something to show it says that it waits, or why in vain; then whether what it shows is old. */
export function LiveView<Data extends Dated>({ live, children }: LiveViewProps<Data>): JSX.Element {
  const { say } = useWords();
  const { data, error } = live;
  if (data === undefined)
    return error === undefined ? <p class="loading">{say('loading')}</p> : <Fault error={error} />;
  return (
    <ClockLead.Provider value={data.lead}>
      <Stale error={error} />
      {children(data.body)}
    </ClockLead.Provider>
  );
}
