import { expect } from 'chai';
import { compareWithOracle } from './differential.ts';
import { runInTimezone } from './run-in-timezone.ts';

/** CI draws 5,000 triples in 60 zones; `npm run test:calendar` draws 50,000 in all of them. */
const triples = Number(process.env.CALENDAR_TRIPLES ?? 5000);
const zones = Number(process.env.CALENDAR_ZONES ?? 60);
const seed = Number(process.env.CALENDAR_SEED ?? 20_260_308);

describe('calendar against the literal oracle', function () {
  this.timeout(600_000);

  it(`agrees on ${triples} triples near clock changes, in this process's zone and in a foreign one`, async () => {
    const abroad = runInTimezone('Australia/Lord_Howe', './print-differential.ts', [triples, zones, seed]);
    const here = compareWithOracle({ triples, zones, seed });
    expect(here.differences).to.deep.equal([]);
    expect(here.compared).to.equal(triples);
    expect(await abroad).to.deep.equal(here);
  });
});
