import type { ComponentChildren, JSX } from 'preact';

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'calm';

/** A word with a tone; the dot is decoration, the word says it. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }): JSX.Element {
  return (
    <span class={`badge ${tone}`}>
      <span class="dot" aria-hidden="true" />
      {children}
    </span>
  );
}
