import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { FIRE_REASONS } from '../../lib/schedules/fire.ts';
import { noteText } from '../../panel/editor/note-text.ts';
import { en, type Word } from '../../panel/words/en.ts';
import { ptBr } from '../../panel/words/pt-br.ts';
import { wordsOf } from '../../panel/words/words.ts';

const folder = join(import.meta.dirname, '..', '..', 'panel');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('words'))
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

/** Beginnings that the panel completes with a state of the API. */
const completed = [...sources.matchAll(/`(\w+_)\$\{/g)].map(([, beginning]) => beginning!);

describe('The sentences of the panel', () => {
  it('are the same in both languages, with the same gaps', () => {
    expect(Object.keys(ptBr)).to.deep.equal(Object.keys(en));
    const gaps = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [word, text] of Object.entries(en)) {
      expect(gaps(ptBr[word as Word]), word).to.deep.equal(gaps(text));
      expect(ptBr[word as Word], word).not.to.equal('');
    }
  });

  it('are all used', () => {
    const unused = Object.keys(en).filter(
      (word) => !sources.includes(`'${word}'`) && !completed.some((beginning) => word.startsWith(beginning)),
    );
    expect(unused).to.deep.equal([]);
  });

  it('know every reason of an occurrence that enqueued nothing', () => {
    for (const reason of FIRE_REASONS) expect(en).to.have.property(`reason_${reason}`);
  });

  it('are filled without looking at what is filled in', () => {
    expect(wordsOf('en')('retry_of', { id: '{id} $& <b>' })).to.equal('retry of #{id} $& <b>');
  });

  it('say the notes of clock changes in Portuguese', () => {
    const portuguese = (note: string): string => noteText(note, 'pt-BR');
    expect(portuguese('02:30 does not exist on this day; runs at 03:00')).to.equal(
      '02:30 não existe neste dia; roda às 03:00',
    );
    expect(portuguese('01:30 happens twice; runs both times')).to.equal(
      '01:30 acontece duas vezes; roda nas duas vezes',
    );
    expect(portuguese('02:00 to 02:45 do not exist on this day; nothing runs for them')).to.equal(
      '02:00 a 02:45 não existem neste dia; nada roda por isso',
    );
  });
});
