import { spawnSync } from 'node:child_process';

/** A network of its own for one process, joined to ours by one cable. */
export interface Link {
  /** What the process's command begins with. */
  readonly enter: readonly string[];
  /** The server's address at this end. */
  readonly address: string;
  /** Lets every packet vanish, in both directions, without a word to either end. False when it is cut already. */
  cut(): boolean;
  /** Lets them through again. */
  mend(): void;
  remove(): void;
}

/** An address of the second layer that nobody has: what is sent to it vanishes. */
const NOBODY = '02:00:00:00:00:fe';

/** Lays links, or says why this machine does not allow it. */
export function layLinks(count: number): readonly Link[] | { readonly refused: string } {
  const links: Link[] = [];
  try {
    for (let index = 0; index < count; index += 1) links.push(layLink(index));
    return links;
  } catch (error) {
    for (const link of links) link.remove();
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

function layLink(index: number): Link {
  const name = `wsc${process.pid % 100_000}-${index}`;
  const [near, far] = [`${name}n`, `${name}f`];
  const network = `10.213.${process.pid % 256}`;
  const [here, there] = [`${network}.${4 * index + 1}`, `${network}.${4 * index + 2}`];
  const remove = (): void => void spawnSync('ip', ['netns', 'del', name]);
  try {
    ip(['netns', 'add', name]);
    ip(['link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name]);
    ip(['addr', 'add', `${here}/30`, 'dev', near]);
    ip(['link', 'set', near, 'up']);
    ip(['-n', name, 'addr', 'add', `${there}/30`, 'dev', far]);
    ip(['-n', name, 'link', 'set', far, 'up']);
    ip(['-n', name, 'link', 'set', 'lo', 'up']);
    ip(['netns', 'exec', name, process.execPath, '-e', '']);
  } catch (error) {
    remove();
    throw error;
  }
  const neighbours = [
    { side: [], peer: there, device: near },
    { side: ['-n', name], peer: here, device: far },
  ];
  return { enter: ['ip', 'netns', 'exec', name], address: here, ...cuts(neighbours), remove };
}

interface Neighbour {
  readonly side: readonly string[];
  readonly peer: string;
  readonly device: string;
}

function cuts(neighbours: readonly Neighbour[]): Pick<Link, 'cut' | 'mend'> {
  let isCut = false;
  return {
    cut: () => {
      if (isCut) return false;
      isCut = true;
      for (const { side, peer, device } of neighbours) {
        ip([...side, 'neigh', 'replace', peer, 'lladdr', NOBODY, 'nud', 'permanent', 'dev', device]);
      }
      return true;
    },
    mend: () => {
      isCut = false;
      for (const { side, peer, device } of neighbours) ip([...side, 'neigh', 'del', peer, 'dev', device]);
    },
  };
}

function ip(words: readonly string[]): void {
  const { status, stderr, error } = spawnSync('ip', words, { encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${stderr.trim()}`);
}
