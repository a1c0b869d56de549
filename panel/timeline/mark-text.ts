import { clockText, viewerZone } from '../time/clock-text.ts';
import { spanText } from '../time/span-text.ts';
import type { Locale, Say } from '../words/words.ts';
import { RUN_STATES } from '../workers/worker-state.ts';
import type { Mark } from './marks.ts';

/** What a mark says, in one line. */
export function markText({ at, what }: Mark, say: Say, locale: Locale): string {
  const when = clockText(at, viewerZone, { locale, detail: 'second' });
  if (what.kind === 'next') return `${when} · ${say('will_run')}`;
  if (what.kind === 'fire') {
    const word = what.fire.outcome === 'failed' ? 'state_failed' : 'skipped';
    return `${when} · ${say(word)}: ${say(`reason_${what.fire.reason ?? 'none'}`)}`;
  }
  const { run } = what;
  const parts = [when, `#${run.id} ${say(RUN_STATES[run.status][0])}`];
  if (run.started_at !== null && run.finished_at !== null) {
    parts.push(spanText(Date.parse(run.finished_at) - Date.parse(run.started_at)));
  }
  if (run.retry_of !== null) parts.push(say('retry_of', { id: run.retry_of }));
  return parts.join(' · ');
}
