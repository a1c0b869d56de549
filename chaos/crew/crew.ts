import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Member as Schedule } from '../plan/population.ts';
import type { ChaosServer } from '../server/chaos-server.ts';
import type { Link } from '../server/links.ts';
import type { LogLine } from './event-log.ts';
import { Member, type MemberPlace, type MemberSpec, type Role } from './member.ts';

/** What the crew is made for. */
export interface CrewInput {
  readonly server: ChaosServer;
  readonly links: readonly Link[];
  readonly population: readonly Schedule[];
  readonly apiPort: number;
  readonly schedulers: number;
  readonly runners: number;
}

/** Every process of the product that the harness runs. */
export class Crew {
  readonly members: readonly Member[];
  readonly #directory: string;

  constructor(input: CrewInput, place: MemberPlace) {
    this.#directory = place.directory;
    this.members = specsOf(input).map((spec) => new Member(spec, place));
  }

  of(role: Role): Member[] {
    return this.members.filter(({ spec }) => spec.role === role);
  }

  /** Starts everybody and waits until all are ready. */
  async start(): Promise<void> {
    for (const member of this.members) member.start();
    await Promise.all(this.members.map(({ ready }) => ready));
  }

  /** Ends everybody of a role in order; returns the names of those that had to be killed. */
  async stop(role: Role, limitMs: number): Promise<string[]> {
    const members = this.of(role);
    const inOrder = await Promise.all(members.map((member) => member.stop(limitMs)));
    return members.filter((_, index) => inOrder[index] === false).map(({ spec }) => spec.name);
  }

  /** What everybody has written, and what was seen of everybody, by the machine's clock. */
  readLog(): LogLine[] {
    const lines = this.members.flatMap(({ spec, told }) => [...told, ...readLines(this.#directory, spec.name)]);
    return lines.sort((a, b) => a.at - b.at);
  }
}

/** A process that is killed may leave half a line as its last. */
function readLines(directory: string, name: string): LogLine[] {
  let text: string;
  try {
    text = readFileSync(join(directory, `${name}.jsonl`), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as LogLine];
    } catch {
      return [{ at: 0, member: name, pid: 0, event: 'half a line', line }];
    }
  });
}

function specsOf(input: CrewInput): MemberSpec[] {
  const { server, links, population, apiPort } = input;
  const shared = { DATABASE_URL: server.url(), CHAOS_WORKERS: String(population.length) };
  const schedulers = Array.from({ length: input.schedulers }, (_, index): MemberSpec => {
    const link = links[index];
    const env = {
      ...shared,
      DATABASE_URL: server.url(link?.address),
      CHAOS_TAKEOVER: index % 2 === 0 ? 'default' : 'tight',
    };
    return { name: `scheduler-${index + 1}`, role: 'scheduler', env, enter: link?.enter ?? [] };
  });
  const runners = Array.from(
    { length: input.runners },
    (_, index): MemberSpec => ({ name: `runner-${index + 1}`, role: 'runner', env: shared, enter: [] }),
  );
  const mine = population.filter(({ owner }) => owner === 'host').map(({ workerName }) => workerName);
  return [
    ...schedulers,
    ...runners,
    { name: 'api', role: 'api', env: { ...shared, CHAOS_PORT: String(apiPort) }, enter: [] },
    { name: 'host', role: 'host', env: { ...shared, CHAOS_HOST_WORKERS: mine.join(',') }, enter: [] },
  ];
}
