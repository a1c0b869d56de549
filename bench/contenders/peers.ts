import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What stands beside us, and the Node that two of them need; none of it is a dependency. */
const PEERS = {
  'pg-boss': '12.38.0',
  'graphile-worker': '0.18.0',
  croner: '11.0.1',
  pg: '8.23.1',
  node: '22.23.3',
} as const;

export type Peer = keyof typeof PEERS;

/** The folder of its own that they are installed into. */
export const PEERS_FOLDER = fileURLToPath(new URL('../../.data/bench-peers/', import.meta.url));

/** The Node that every contender's process runs on. */
export const CONTENDER_NODE = `${PEERS_FOLDER}node_modules/node/bin/node`;

/** A file of an installed peer. */
export function peerFile(peer: Peer, path: string): string {
  return `${PEERS_FOLDER}node_modules/${peer}/${path}`;
}

/** Whether it is there in the version that we measure. */
export function hasPeer(peer: Peer): boolean {
  const file = peerFile(peer, 'package.json');
  return existsSync(file) && peerVersion(peer) === PEERS[peer];
}

/** Its installed version. */
export function peerVersion(peer: Peer): string {
  return (JSON.parse(readFileSync(peerFile(peer, 'package.json'), 'utf8')) as { version: string }).version;
}

/** The name and version under which npm knows a peer. */
export function peerSpec(peer: Peer): string {
  return `${peer}@${PEERS[peer]}`;
}

/** Installs those that are not there yet. Throws when npm cannot. */
export function installPeers(peers: readonly Peer[] = Object.keys(PEERS) as Peer[]): void {
  const missing = peers.filter((peer) => !hasPeer(peer)).map(peerSpec);
  if (missing.length === 0) return;
  mkdirSync(PEERS_FOLDER, { recursive: true });
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', PEERS_FOLDER, ...missing], {
    stdio: 'inherit',
  });
}
