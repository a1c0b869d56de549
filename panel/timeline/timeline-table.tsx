import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { hashOf } from '../place.ts';
import { useWords } from '../words/speaking.ts';
import { markText } from './mark-text.ts';
import type { Lane } from './marks.ts';

const PAGE = 200;

/** The same as the picture, a line for each mark, the earliest first. */
export function TimelineTable({ lanes }: { readonly lanes: readonly Lane[] }): JSX.Element {
  const { locale, say } = useWords();
  const [shown, setShown] = useState(PAGE);
  const rows = lanes
    .flatMap(({ item, marks }) => marks.map((mark) => ({ item, mark })))
    .sort((a, b) => Date.parse(a.mark.at) - Date.parse(b.mark.at));
  return (
    <>
      <table class="events">
        <caption>{say('timeline_about')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('worker')}</th>
            <th scope="col">{say('what_happens')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(({ item, mark }) => (
            <tr key={`${item.name} ${mark.key}`}>
              <th scope="row">
                <a href={hashOf({ view: 'worker', name: item.name })}>{item.label}</a>
              </th>
              <td>{markText(mark, say, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <button type="button" onClick={() => setShown(shown + PAGE)}>
          {say('more')}
        </button>
      )}
    </>
  );
}
