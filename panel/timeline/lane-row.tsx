import type { JSX } from 'preact';
import type { TimelineJson } from '../../routes/client/index.ts';
import { hashOf } from '../place.ts';
import { useWords } from '../words/speaking.ts';
import { MarkShape } from './mark-shape.tsx';
import { type Lane, type Mark, shareOf } from './marks.ts';

interface LaneProps {
  readonly lane: Lane;
  readonly timeline: TimelineJson;
  readonly grid: readonly number[];
  readonly pointed: Mark | undefined;
  readonly onPoint: (mark: Mark | undefined) => void;
}

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

/** The mark that an arrow key leads to; from nowhere the one nearest to now. */
function neighbour(marks: readonly Mark[], pointed: Mark | undefined, step: number): Mark | undefined {
  const at = marks.findIndex(({ key }) => key === pointed?.key);
  if (at >= 0) return marks[at + step] ?? marks[at];
  const coming = marks.findIndex(({ what }) => what.kind === 'next');
  return marks[Math.max(0, coming < 0 ? marks.length - 1 : coming)];
}

/** One worker's marks; left and right go from mark to mark. */
export function LaneRow({ lane, timeline, grid, pointed, onPoint }: LaneProps): JSX.Element {
  const { say } = useWords();
  const { item, marks } = lane;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onPoint(neighbour(marks, pointed, event.key === 'ArrowRight' ? 1 : -1));
  };
  const about = say('lane_about', {
    name: item.label,
    runs: item.runs.length,
    skipped: item.silent_fires.length,
    next: item.next.length,
  });
  return (
    <li class="lane">
      <a href={hashOf({ view: 'worker', name: item.name })} title={item.name}>
        {item.label}
      </a>
      <div
        class="track"
        role="application"
        tabIndex={0}
        aria-label={about}
        onKeyDown={onKey}
        onBlur={() => onPoint(undefined)}
      >
        <Track {...{ lane, timeline, grid, pointed, onPoint }} />
        {(item.runs_cut || item.next_cut) && <span class="cut">{say('cut')}</span>}
      </div>
    </li>
  );
}

function Track({ lane: { marks, links }, timeline, grid, pointed, onPoint }: LaneProps): JSX.Element {
  return (
    <svg aria-hidden="true">
      {grid.map((at) => (
        <line
          key={at}
          class="grid"
          x1={percent(shareOf(at, timeline))}
          x2={percent(shareOf(at, timeline))}
          y1="0"
          y2="100%"
        />
      ))}
      <line
        class="now"
        x1={percent(shareOf(timeline.now, timeline))}
        x2={percent(shareOf(timeline.now, timeline))}
        y1="0"
        y2="100%"
      />
      {links.map(({ key, from, to }) => (
        <line key={key} class="link" x1={percent(from)} x2={percent(to)} y1="50%" y2="50%" />
      ))}
      {marks.map((mark) => (
        <MarkShape key={mark.key} mark={mark} isPointed={mark.key === pointed?.key} onPoint={onPoint} />
      ))}
    </svg>
  );
}
