import { expect } from 'chai';
import type { Cell, Outcome } from '../../matrix/cell.ts';
import { closingLine, tableLines } from '../../matrix/print-table.ts';
import { readCounts, readFailures } from '../../matrix/read-output.ts';

const cell: Cell = { axis: 'postgres', version: '13.23.0-beta.16', isShort: true, suites: ['database', 'ledger'] };
const ran: Outcome = {
  ...{ cell, state: 'failed', passed: 760, failed: 3, skipped: 1, seconds: 93.4 },
  ...{ remark: 'PostgreSQL 13.23', details: ['x'] },
};
const missing: Outcome = {
  ...{ cell: { ...cell, version: '12.22.0' }, state: 'not to be had', passed: 0, failed: 0, skipped: 0, seconds: 1 },
  ...{ remark: 'code E404: No match', details: [] },
};

describe('the output of a cell', () => {
  it('is counted by its closing line, the last that there is', () => {
    expect(readCounts('1 passed, 0 failed\n')).to.deep.equal({ passed: 1, failed: 0, skipped: 0 });
    const output = 'a test prints\n5 passed, 5 failed\n✔ on\n12 passed, 1 failed, 2 skipped\n';
    expect(readCounts(output)).to.deep.equal({ passed: 12, failed: 1, skipped: 2 });
  });

  it('has no counts when the run did not come to its end', () => {
    expect(readCounts('  ✔ 3 passed, 0 failed is only a title\n')).to.equal(undefined);
  });

  it('says what failed from the count of failures on', () => {
    const output = '  ✔ one\n\n  1 passing (2s)\n  1 failing\n\n  1) two\n     Error: no\n\n1 passed, 1 failed\n';
    expect(readFailures(output)).to.deep.equal(['  1 failing', '  1) two', '     Error: no']);
    expect(readFailures('  1 passing (2s)\n')).to.deep.equal([]);
  });
});

describe('the table of the matrix', () => {
  it('has a row for each cell, with its counts, or with the reason why it could not be had', () => {
    const [head, , first, second] = tableLines([ran, missing]).map((line) =>
      line.split('|').map((text) => text.trim()),
    );
    expect(head).to.deep.equal(['', 'what', 'passed', 'failed', 'skipped', 'seconds', 'suites', 'ran on', '']);
    expect(first).to.deep.equal([
      '',
      'postgres 13.23',
      '760',
      '3',
      '1',
      '93',
      'database ledger',
      'PostgreSQL 13.23',
      '',
    ]);
    expect(second?.slice(1, 7)).to.deep.equal(['postgres 12.22', '', '', '', '', '']);
    expect(second?.[7]).to.equal('cannot be had here: code E404: No match');
    expect(new Set(tableLines([ran, missing]).map((line) => line.length)).size).to.equal(1);
  });

  it('ends with the tests of all cells together', () => {
    expect(closingLine([ran, missing, ran])).to.equal('1520 passed, 6 failed, 2 skipped');
  });
});
