import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { TimelineJson } from '../../routes/client/index.ts';
import { clockText, viewerZone } from '../time/clock-text.ts';
import { useWords } from '../words/speaking.ts';
import { LaneRow, type Pointed } from './lane-row.tsx';
import { Legend } from './legend.tsx';
import { markText } from './mark-text.ts';
import { gridOf, type Lane, percent, shareOf } from './marks.ts';

interface PictureProps {
  readonly timeline: TimelineJson;
  readonly lanes: readonly Lane[];
}

/** The lanes of all workers below one axis; what is pointed at is said below. */
export function Picture({ timeline, lanes }: PictureProps): JSX.Element {
  const { locale, say } = useWords();
  const [pointed, setPointed] = useState<Pointed>();
  const grid = useMemo(() => gridOf(timeline, 6), [timeline]);
  return (
    <div class="timeline">
      <Legend />
      <Axis timeline={timeline} grid={grid} />
      <ul class="lanes" aria-label={say('timeline_about')}>
        {lanes.map((lane) => (
          <LaneRow
            key={lane.item.name}
            {...{ lane, timeline, grid }}
            pointed={pointed?.item.name === lane.item.name ? pointed.mark : undefined}
            onPoint={setPointed}
          />
        ))}
      </ul>
      <p class="pointed" role="status">
        {pointed === undefined ? (
          <span class="dim">{say('point_at')}</span>
        ) : (
          <>
            <b>{pointed.item.label}</b> {markText(pointed.mark, say, locale)}
          </>
        )}
      </p>
    </div>
  );
}

interface AxisProps {
  readonly timeline: TimelineJson;
  readonly grid: readonly number[];
}

function Axis({ timeline, grid }: AxisProps): JSX.Element {
  const { say } = useWords();
  return (
    <div class="axis" aria-hidden="true">
      <svg>
        {grid.map((at) => (
          <AxisLabel key={at} at={at} share={shareOf(at, timeline)} />
        ))}
        <text class="now" x={percent(shareOf(timeline.now, timeline))} y="30">
          {say('now')}
        </text>
      </svg>
    </div>
  );
}

/** A date at midnight, else a time of day, which is left out where there is little room; within the axis at its ends. */
function AxisLabel({ at, share }: { readonly at: number; readonly share: number }): JSX.Element {
  const { locale } = useWords();
  const isMidnight = new Date(at).getHours() === 0;
  const end = share < 0.1 ? ' first' : share > 0.9 ? ' last' : '';
  return (
    <text class={`${isMidnight ? 'date' : 'time'}${end}`} x={percent(share)} y="14">
      {clockText(at, viewerZone, { locale, detail: isMidnight ? 'date' : 'time' })}
    </text>
  );
}
