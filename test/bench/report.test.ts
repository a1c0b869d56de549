import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { barLengths, sectionChart } from '../../bench/report/chart.ts';
import { fillMarkers, MARKERS } from '../../bench/report/fill-markers.ts';
import { numberText } from '../../bench/report/number-text.ts';
import { quantile } from '../../bench/report/quantile.ts';
import type { MeasuredSection } from '../../bench/report/row.ts';
import { SECTIONS } from '../../bench/report/sections.ts';
import { conditionsLine, markdownTable, sectionLines } from '../../bench/report/table.ts';
import { mergeSections, type Results, writeResults } from '../../bench/report/write-results.ts';

const [begin, end] = MARKERS;

function section(name: string, peer = 6500): MeasuredSection {
  const values = [
    { contender: 'ours', value: 203.4 },
    { contender: 'peer & co', value: peer },
    { contender: 'slow', value: 300_000, isMoreThan: true },
  ];
  const targets = [
    { limit: 'at least', value: 15, beside: 'peer & co' },
    { limit: 'at least', value: 300, beside: 'slow' },
  ] as const;
  return {
    ...{ name, title: `Title of ${name}`, measuredAt: '2026-01-02T03:04:05.000Z', load: [0.25, 1.5], seconds: 61 },
    versions: { Node: '20.19.0' },
    rows: [{ what: 'all visible', unit: 'ms', better: 'less', values, targets }],
  };
}

describe('the report of the benchmark', () => {
  it('writes numbers with three digits that count', () => {
    const numbers = [0, 0.01234, 1.2345, 12.345, 123.45, 12_345.6, NaN];
    expect(numbers.map(numberText)).to.deep.equal(['0', '0.012', '1.23', '12.3', '123', '12,346', 'none']);
  });

  it('takes as a quantile the smallest value that enough of them do not exceed', () => {
    const numbers = Array.from({ length: 200 }, (_, n) => 200 - n);
    expect([0.5, 0.99, 1].map((share) => quantile(numbers, share))).to.deep.equal([100, 198, 200]);
    expect(quantile([], 0.5)).to.deep.equal(NaN);
  });

  it('prints a section with its load, values, ratios and verdicts', () => {
    const text = sectionLines(section('visible', 2000)).join('\n').replaceAll(/ {2,}/g, '  ');
    expect(text).to.include('Title of visible (load 0.3 to 1.5, 61 s)');
    expect(text).to.include('peer & co  2,000');
    expect(text).to.include('slow  > 300,000');
    expect(text).to.include('= at least 15 x peer & co  9.83 x  short');
    expect(text).to.include('= at least 300 x slow  > 1,475 x  reached');
  });

  it('writes one line of Markdown a row, and says what is not reached', () => {
    const [head, rule, line, ...more] = markdownTable([section('visible', 2000)]).split('\n');
    expect([head, rule]).to.deep.equal([
      '| what | ours | others | ratio | target | load |',
      '| --- | --- | --- | --- | --- | --- |',
    ]);
    const others = 'peer & co 2,000<br>slow > 300,000';
    const ratios = '9.83 x (not reached)<br>> 1,475 x';
    const targets = 'at least 15 x peer & co<br>at least 300 x slow';
    expect(line).to.equal(`| all visible, ms | 203 | ${others} | ${ratios} | ${targets} | 0.3 to 1.5 |`);
    expect(more).to.deep.equal([]);
  });

  it('says when it was measured and with which versions, each once', () => {
    const later = { ...section('start'), measuredAt: '2026-01-04T00:00:00.000Z', versions: { croner: '11.0.1' } };
    const line = conditionsLine([section('tick'), later, section('visible')]);
    expect(line).to.equal('Measured 2026-01-02 to 2026-01-04 with Node 20.19.0, croner 11.0.1.');
    expect(conditionsLine([section('tick')])).to.equal('Measured 2026-01-02 with Node 20.19.0.');
  });

  it('draws bars by their share of the longest, and by logarithms when they lie far apart', () => {
    expect(barLengths([50, 100, 0])).to.deep.equal([0.5, 1, 0]);
    expect(barLengths([1, 100, 10_000])).to.deep.equal([0.1, 0.55, 1]);
  });

  it('draws a chart in which every contender has a bar and every text is escaped', () => {
    const svg = sectionChart(section('visible'));
    expect(svg.match(/<rect class="(ours|other)"/g)).to.deep.equal([
      '<rect class="ours"',
      '<rect class="other"',
      '<rect class="other"',
    ]);
    expect(svg).to.include('>peer &amp; co</text>').and.to.include('>&gt; 300,000</text>');
    expect(svg).to.include('all visible, ms (less is better, logarithmic)');
    expect(svg).to.include('prefers-color-scheme: dark');
  });

  it('puts the table between the markers and leaves the rest as it is', () => {
    const old = `before\n${begin}\n\nold\n\n${end}\nafter\n`;
    const filled = fillMarkers(old, 'new');
    expect(filled).to.equal(`before\n${begin}\n\nnew\n\n${end}\nafter\n`);
    expect(fillMarkers(filled, 'new')).to.equal(filled);
  });

  it('refuses a text in which a marker is missing, comes twice or too early', () => {
    for (const text of ['', begin, end, `${end}${begin}`, `${begin}${begin}${end}`, `${begin}${end}${end}`]) {
      expect(() => fillMarkers(text, 'new'), text).to.throw('each once');
    }
  });

  it('keeps what was measured earlier and not now, in the order of the sections', () => {
    const merged = mergeSections([section('start', 1), section('tick', 1)], [section('tick', 2)], ['tick', 'start']);
    expect(merged).to.deep.equal([section('tick', 2), section('start', 1)]);
  });

  for (const file of ['README.md', 'docs/benchmarks/README.md']) {
    it(`finds in ${file} the markers that it writes between`, () => {
      const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
      expect(fillMarkers(text, 'new')).to.include(`${begin}\n\nnew\n\n${end}`);
    });
  }

  it('names each section once', () => {
    const names = SECTIONS.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
  });

  describe('in a project', () => {
    let root: string;
    before(() => {
      root = mkdtempSync(join(tmpdir(), 'bench-report-'));
      mkdirSync(join(root, 'docs/benchmarks'), { recursive: true });
      for (const folder of ['', 'docs/benchmarks']) {
        writeFileSync(join(root, folder, 'README.md'), `# Title\n\n${begin}\n${end}\n`);
      }
    });
    after(() => rmSync(root, { recursive: true }));

    it('writes results, charts and table, and on the next run replaces what was measured again', () => {
      const place = { root, order: ['tick', 'visible'] };
      writeResults({ machine: 'Node 1', sections: [section('visible'), section('tick', 1000)] }, place);
      writeResults({ machine: 'Node 2', sections: [section('tick', 8000)] }, place);
      const results = JSON.parse(readFileSync(join(root, 'docs/benchmarks/results.json'), 'utf8')) as Results;
      expect(results).to.deep.equal({ machine: 'Node 2', sections: [section('tick', 8000), section('visible')] });
      const chart = (name: string): string => readFileSync(join(root, `docs/benchmarks/${name}.svg`), 'utf8');
      expect(chart('tick')).to.equal(sectionChart(section('tick', 8000)));
      expect(chart('visible')).to.equal(sectionChart(section('visible')));
      const readme = readFileSync(join(root, 'README.md'), 'utf8');
      const page = readFileSync(join(root, 'docs/benchmarks/README.md'), 'utf8');
      const images = '![Title of tick](tick.svg)\n\n![Title of visible](visible.svg)';
      expect(page).to.equal(`# Title\n\n${begin}\n\n${images}\n\n${end}\n`);
      expect(readme).to.include('Node 2').and.to.include('peer & co 8,000').and.not.to.include('peer & co 1,000');
    });
  });
});
