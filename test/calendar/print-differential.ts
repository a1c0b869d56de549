import { compareWithOracle } from './differential.ts';

/** Prints one comparison as JSON; arguments: triples, zones, seed. Run as a process of its own, for another TZ. */
const [triples, zones, seed] = process.argv.slice(2).map(Number);
const result = compareWithOracle({ triples: triples ?? 5000, zones: zones ?? 60, seed: seed ?? 1 });
process.stdout.write(`${JSON.stringify(result)}\n`);
