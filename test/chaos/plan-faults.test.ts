import { expect } from 'chai';
import { FAULT_KINDS, FAULT_NAMES, type FaultKind } from '../../chaos/plan/fault-kinds.ts';
import { planFaults } from '../../chaos/plan/plan-faults.ts';
import { populate } from '../../chaos/plan/population.ts';
import { readOptions } from '../../chaos/options.ts';

describe('the plan of the chaos harness', () => {
  it('is the same for the same seed, and another for another', () => {
    const plan = planFaults({ seed: 7, minutes: 10 });
    expect(planFaults({ seed: 7, minutes: 10 })).to.deep.equal(plan);
    expect(planFaults({ seed: 8, minutes: 10 })).not.to.deep.equal(plan);
    expect(populate(50, 7)).to.deep.equal(populate(50, 7));
    expect(populate(50, 8)).not.to.deep.equal(populate(50, 7));
  });

  it('has at least 300 faults in half an hour, of every kind, for each of many seeds', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const plan = planFaults({ seed, minutes: 30 });
      expect(plan.length).to.be.at.least(300);
      expect(new Set(plan.map(({ name }) => name))).to.deep.equal(new Set(FAULT_NAMES));
    }
  });

  it('strikes only whom the kind may strike, for as long as it may last, before the end', () => {
    for (const fault of planFaults({ seed: 3, minutes: 30 })) {
      const { victims, lastsMs }: FaultKind = FAULT_KINDS[fault.name];
      expect(victims).to.include(fault.victim);
      expect(fault.lastsMs).to.be.within(...lastsMs);
      expect(fault.atMs).to.be.within(2000, 30 * 60_000);
    }
  });

  it('gives each schedule one owner, some of them nobody', () => {
    const owners = populate(800, 1).map(({ owner }) => owner);
    expect(new Set(owners)).to.deep.equal(new Set(['nobody', 'operator', 'host']));
  });

  it('refuses what the command does not know', () => {
    for (const words of [
      ['--speed', '2'],
      ['--minutes', 'ten'],
      ['--minutes', '0'],
      ['--sabotage', 'everything'],
    ]) {
      expect(() => readOptions(words)).to.throw('npm run chaos');
    }
    expect(readOptions(['--short', '--seed', '4'])).to.include({ minutes: 2, seed: 4, sabotage: undefined });
  });
});
