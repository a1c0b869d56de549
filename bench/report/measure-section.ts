import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { createBenchDatabase } from '../bench-database.ts';
import { hasPeer, type Peer, peerVersion } from '../contenders/peers.ts';
import type { MeasuredSection } from './row.ts';
import type { BenchRun, Section } from './section.ts';

/** Measures a section, and notes what the machine and the versions were. */
export async function measureSection(section: Section, run: BenchRun): Promise<MeasuredSection> {
  const before = loadavg()[0] ?? NaN;
  const start = performance.now();
  const rows = await section.measure(run);
  const { name, title } = section;
  return {
    ...{ name, title, measuredAt: new Date().toISOString(), load: [before, loadavg()[0] ?? NaN] },
    seconds: (performance.now() - start) / 1000,
    versions: await versionsOf(section, run),
    rows,
  };
}

/** Packages of ours whose speed is in the numbers. */
const OWN = ['knex', 'pg', 'cron-parser'];

async function versionsOf({ peers }: Section, { server }: BenchRun): Promise<Record<string, string>> {
  const database = await createBenchDatabase({ migrated: false, on: server });
  await database.drop();
  const named: readonly Peer[] = peers.length === 0 ? [] : [...peers, 'node'];
  const found = named
    .filter(hasPeer)
    .map((peer) => [peer === 'node' ? "contenders' Node" : peer, peerVersion(peer)] as const);
  const versions = [...OWN.map((name) => [name, ownVersion(name)] as const), ...found];
  return { PostgreSQL: database.version, Node: process.versions.node, ...Object.fromEntries(versions) };
}

function ownVersion(name: string): string {
  const file = join(import.meta.dirname, '..', '..', 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
