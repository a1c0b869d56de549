import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { hashOf } from '../place.ts';
import { useWords } from '../words/speaking.ts';
import { markText } from './mark-text.ts';
import type { Lane, Mark } from './marks.ts';

const PAGE = 200;

interface Row {
  readonly item: Lane['item'];
  readonly mark: Mark;
}

const rowsOf = ({ item, marks }: Lane): Row[] => marks.map((mark) => ({ item, mark }));

/** The same as the picture, a line for each mark, the earliest first. */
export function TimelineTable({ lanes }: { readonly lanes: readonly Lane[] }): JSX.Element {
  const { locale, say } = useWords();
  const [shown, setShown] = useState(PAGE);
  const rows = useMemo(
    () => lanes.flatMap(rowsOf).sort((a, b) => Date.parse(a.mark.at) - Date.parse(b.mark.at)),
    [lanes],
  );
  const cut = lanes.filter(({ gaps }) => gaps.length > 0).length;
  return (
    <>
      {cut > 0 && <p class="note calm">{say('cut_of', { count: cut })}</p>}
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
        <More count={rows.length} onMore={() => setShown(shown + PAGE)} onAll={() => setShown(Infinity)} />
      )}
    </>
  );
}

interface MoreProps {
  readonly count: number;
  readonly onMore: () => void;
  readonly onAll: () => void;
}

function More({ count, onMore, onAll }: MoreProps): JSX.Element {
  const { say } = useWords();
  return (
    <p class="actions">
      <button type="button" onClick={onMore}>
        {say('more')}
      </button>
      <button type="button" onClick={onAll}>
        {say('all', { count })}
      </button>
    </p>
  );
}
