import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { canCheckModels, checkModel, type ModelQuestion } from './check-model.ts';

/** Guards that are left out, and the assertion that must fail then. */
const VARIANTS: readonly (readonly [model: ModelQuestion['model'], guard: string, fault: RegExp])[] = [
  ['scheduler', 'NO_FENCE', /leaderLock==me/],
  ['scheduler', 'NO_RECHECK', /version==seenVersion|isOn/],
  ['scheduler', 'NO_FIRE_GATE', /enqueued\[at\]<=1/],
  ['scheduler', 'NO_SLOT', /activeRuns<=1/],
  ['scheduler', 'NO_RETRY_LOCK', /isOn&& ?!\(switchedSince\)/],
  ['runs', 'NO_REPORT_GUARD', /settled/],
  ['runs', 'NO_CLAIM_LOCK', /settled|executing/],
  ['runs', 'NO_CANCEL_RULE', /cancelRequested/],
  ['runs', 'NO_RETRY_ONCE', /status/],
];

const MODELS = ['scheduler', 'runs'] as const;
const page = readFileSync(new URL('../../docs/model.md', import.meta.url), 'utf8');

describe('The model of the protocol', function () {
  this.timeout(300_000);

  before(async function () {
    if (await canCheckModels()) return;
    console.log('      skipped: the model is checked by Spin and a C compiler (Debian: spin gcc libc6-dev)');
    this.skip();
  });

  for (const model of MODELS) {
    it(`keeps its promises in every reachable state: ${model}`, async () => {
      const answer = await checkModel({ model, about: 'safety' });
      expect(answer).to.deep.include({ fault: undefined, complete: true });
      expect(answer.states).to.be.greaterThan(1000);
    });

    it(`comes to its end when every process goes on: ${model}`, async () => {
      const answer = await checkModel({ model, about: 'liveness', defines: ['EDITS=1'] });
      expect(answer).to.deep.include({ fault: undefined, complete: true });
    });
  }

  for (const [model, guard, fault] of VARIANTS) {
    it(`breaks without its guard: ${model}, ${guard}`, async () => {
      const answer = await checkModel({ model, about: 'safety', defines: [guard] });
      expect(answer.fault).to.match(fault);
    });
  }

  it('stands still without its sweep, and without standing again after a loss', async () => {
    const sweep = await checkModel({ model: 'runs', about: 'liveness', defines: ['NO_SWEEP'] });
    const again = await checkModel({
      model: 'scheduler',
      about: 'liveness',
      defines: ['NO_STAND_AGAIN', 'EDITS=1', 'KILLS=2'],
    });
    expect([sweep.fault, again.fault]).to.deep.equal(['acceptance cycle', 'acceptance cycle']);
  });
});

describe('docs/model.md', () => {
  it('names every guard that the models can leave out, and no other', () => {
    const sources = MODELS.map((model) => readFileSync(new URL(`../../model/${model}.pml`, import.meta.url), 'utf8'));
    const inModels = sources.flatMap((source) => [...source.matchAll(/#ifn?def (NO_\w+)/g)].map(([, guard]) => guard));
    const inPage = [...page.matchAll(/^\| `(NO_\w+)` \|/gm)].map(([, guard]) => guard);
    expect(new Set(inPage)).to.deep.equal(new Set(inModels));
    expect(inPage).to.have.length(new Set(inModels).size);
  });

  it('maps the steps to functions that exist', () => {
    const rows = [...page.matchAll(/^\| .* \| `(\w+)` in \[(lib\/[\w/-]+\.ts)\]\(\.\.\/(lib\/[\w/-]+\.ts)\) \|$/gm)];
    expect(rows.length).to.be.greaterThan(10);
    for (const [, name = '', shown, linked = ''] of rows) {
      expect(shown).to.equal(linked);
      const source = readFileSync(new URL(`../../${linked}`, import.meta.url), 'utf8');
      expect(source, `${name} in ${linked}`).to.match(new RegExp(`\\b${name}\\b *(=|\\(|<)`));
    }
  });
});
