import type { JSX } from 'preact';
import { RUN_STATES } from '../workers/worker-state.ts';
import { type Mark, percent } from './marks.ts';

interface ShapeProps {
  readonly mark: Mark;
  readonly isPointed: boolean;
  readonly onPoint: (mark: Mark) => void;
}

/** A run is a bar, what was skipped is hollow, what will come is a tick. */
export function MarkShape({ mark, isPointed, onPoint }: ShapeProps): JSX.Element {
  const { from, to, what } = mark;
  const state = isPointed ? ' pointed' : '';
  const point = { onPointerEnter: () => onPoint(mark) };
  if (what.kind === 'next') {
    return <rect class={`mark next${state}`} x={percent(from)} y="9" width="2" height="10" {...point} />;
  }
  if (what.kind === 'fire') {
    const failed = what.fire.outcome === 'failed' ? ' failed' : '';
    return <circle class={`mark hollow${failed}${state}`} cx={percent(from)} cy="14" r="4" {...point} />;
  }
  const tone = RUN_STATES[what.run.status][1];
  const waits = what.run.status === 'QUEUED' ? ' waits' : '';
  return (
    <>
      <rect
        class={`mark ${tone}${waits}${state}`}
        x={percent(from)}
        y="5"
        width={percent(to - from)}
        height="18"
        {...point}
      />
      <rect class={`mark least ${tone}${waits}${state}`} x={percent(from)} y="5" width="4" height="18" {...point} />
    </>
  );
}
