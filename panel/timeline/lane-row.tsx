import type { JSX } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import type { TimelineItemJson, TimelineJson } from '../../routes/client/index.ts';
import { hashOf } from '../place.ts';
import { useWords } from '../words/speaking.ts';
import { MarkShape } from './mark-shape.tsx';
import { type Lane, type Mark, percent, shareOf } from './marks.ts';

/** A mark that somebody points at, by mouse or by keyboard, and whose it is. */
export interface Pointed {
  readonly item: TimelineItemJson;
  readonly mark: Mark;
}

interface LaneProps {
  readonly lane: Lane;
  readonly timeline: TimelineJson;
  readonly grid: readonly number[];
  readonly pointed: Mark | undefined;
  /** The same one at every rendering. */
  readonly onPoint: (pointed: Pointed | undefined) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** The mark that a key leads to; from nowhere an arrow leads to the one nearest to now. */
function neighbour(marks: readonly Mark[], pointed: Mark | undefined, step: number): Mark | undefined {
  if (Math.abs(step) > 1) return marks.at(step < 0 ? 0 : -1);
  const at = marks.findIndex(({ key }) => key === pointed?.key);
  if (at >= 0) return marks[at + step] ?? marks[at];
  const coming = marks.findIndex(({ what }) => what.kind === 'next');
  return marks[Math.max(0, coming < 0 ? marks.length - 1 : coming)];
}

/** One worker's marks; left and right go from mark to mark, home and end to the first and the last. */
export function LaneRow({ lane, timeline, grid, pointed, onPoint }: LaneProps): JSX.Element {
  const { say } = useWords();
  const { item, marks } = lane;
  const point = useCallback((mark?: Mark) => onPoint(mark && { item, mark }), [item, onPoint]);
  const onKey = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    point(neighbour(marks, pointed, step));
  };
  // Hundreds of marks are drawn anew only for a new answer, or when somebody points at one of them.
  const track = useMemo(
    () => <Track {...{ lane, timeline, grid, pointed }} onPoint={point} />,
    [lane, timeline, grid, pointed, point],
  );
  const about = say(lane.gaps.length > 0 ? 'lane_about_cut' : 'lane_about', {
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
        {track}
      </div>
    </li>
  );
}

interface TrackProps extends Omit<LaneProps, 'onPoint'> {
  readonly onPoint: (mark: Mark) => void;
}

function Track({ lane: { marks, links, gaps }, timeline, grid, pointed, onPoint }: TrackProps): JSX.Element {
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
      {gaps.map(({ from, to }) => (
        <line key={from} class="gap" x1={percent(from)} x2={percent(to)} y1="50%" y2="50%" />
      ))}
      {links.map(({ key, from, to }) => (
        <line key={key} class="link" x1={percent(from)} x2={percent(to)} y1="50%" y2="50%" />
      ))}
      {marks.map((mark) => (
        <MarkShape key={mark.key} mark={mark} isPointed={mark.key === pointed?.key} onPoint={onPoint} />
      ))}
    </svg>
  );
}
