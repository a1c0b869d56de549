import type { JSX } from 'preact';
import type { RunJson } from '../../routes/client/index.ts';
import { spanText } from '../time/span-text.ts';
import { useWords } from '../words/speaking.ts';
import { RUN_STATES } from '../workers/worker-state.ts';
import { tookMs } from './run-groups.ts';

const SHOWN = 50;
const HEIGHT = 56;
const STEP = 12;

/** How long the last runs took, oldest first; the table below says the same in numbers. */
export function DurationChart({ runs }: { readonly runs: readonly RunJson[] }): JSX.Element | null {
  const { say } = useWords();
  const ended = runs.flatMap((run) => {
    const took = tookMs(run);
    return took === undefined ? [] : [{ run, took }];
  });
  const shown = ended.slice(0, SHOWN).reverse();
  if (shown.length < 2) return null;
  const longest = Math.max(...shown.map(({ took }) => took), 1);
  return (
    <figure class="chart">
      <figcaption>
        {say('durations')} <span class="dim">{say('longest', { span: spanText(longest) })}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={say('durations')}
        viewBox={`0 0 ${SHOWN * STEP} ${HEIGHT}`}
        preserveAspectRatio="xMinYMax meet"
      >
        {shown.map(({ run, took }, index) => {
          const height = Math.max(2, (took / longest) * HEIGHT);
          return (
            <rect
              key={run.id}
              class={`mark ${RUN_STATES[run.status][1]}`}
              x={index * STEP}
              y={HEIGHT - height}
              width={STEP - 3}
              height={height}
              rx={2}
            >
              <title>{`#${run.id} ${say(RUN_STATES[run.status][0])} ${spanText(took)}`}</title>
            </rect>
          );
        })}
      </svg>
    </figure>
  );
}
