/** The comments in a Markdown text between which the results stand. */
export const MARKERS = ['<!-- bench: results -->', '<!-- bench: end of the results -->'] as const;

/** Puts a text between the two markers, in the place of what stood there. Throws when they are not there, once and in order. */
export function fillMarkers(markdown: string, text: string): string {
  const [begin, end] = MARKERS;
  const [before, rest, ...more] = markdown.split(begin);
  const [old, after, ...others] = rest?.split(end) ?? [];
  if (before === undefined || old === undefined || after === undefined || more.length + others.length > 0) {
    throw new Error(`The text must hold ${begin} and then ${end}, each once.`);
  }
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}
