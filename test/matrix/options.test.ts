import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AXES, type Cell, nameOf } from '../../matrix/cell.ts';
import { cells } from '../../matrix/cells.ts';
import { readOptions, selectCells, USAGE } from '../../matrix/options.ts';

const cell = (axis: Cell['axis'], version: string, isShort = false): Cell => ({ axis, version, isShort, suites: [] });
const some = [
  cell('postgres', '13.23.0', true),
  cell('postgres', '1.0.0'),
  cell('node', '20.19.0', true),
  cell('host', 'Koa 2'),
];
const selected = (only: string[], short = false): string[] => selectCells(some, { only, short }).map(nameOf);

describe('the options of the matrix', () => {
  it('are two workers for each cell and every cell, when nothing is said', () => {
    expect(readOptions([])).to.deep.equal({ only: [], short: false, jobs: 2 });
    expect(selected([])).to.have.length(some.length);
  });

  it('pick an axis, or a version by its first whole parts, and several together', () => {
    const { only } = readOptions(['--only', 'postgres=13', '--only', 'host']);
    expect(selected([...only])).to.deep.equal(['postgres 13.23', 'host Koa 2']);
    expect(selected(['postgres=1'])).to.deep.equal(['postgres 1.0']);
    expect(selected(['host=Koa'])).to.deep.equal(['host Koa 2']);
  });

  it('leave out what is neither oldest nor newest when they say short', () => {
    expect(readOptions(['--short']).short).to.equal(true);
    expect(selected([], true)).to.deep.equal(['postgres 13.23', 'node 20.19.0']);
  });

  for (const words of [['--onyl', 'node'], ['all'], ['--jobs', '0'], ['--jobs', 'two']]) {
    it(`refuse ${words.join(' ')} with the usage`, () => {
      expect(() => readOptions(words)).to.throw(USAGE);
    });
  }

  it('refuse a version that there is none of, and name those that there are', () => {
    expect(() => selectCells(some, { only: ['postgres=12'], short: false })).to.throw(
      /no postgres=12.*postgres 13\.23/,
    );
    expect(() => selectCells(some, { only: ['13'], short: false })).to.throw(/There is no 13/);
  });
});

describe('the cells of the matrix', () => {
  it('name folders that hold tests, on every axis, oldest and newest among the short ones', () => {
    const root = join(import.meta.dirname, '..');
    for (const { suites } of cells)
      for (const suite of suites) expect(existsSync(join(root, suite)), suite).to.equal(true);
    expect(new Set(cells.map(({ axis }) => axis))).to.deep.equal(new Set(AXES));
    for (const axis of ['postgres', 'node', 'knex'] as const) {
      const ofAxis = cells.filter((one) => one.axis === axis);
      expect([ofAxis.at(0)?.isShort, ofAxis.at(-1)?.isShort]).to.deep.equal([true, true]);
    }
  });
});
