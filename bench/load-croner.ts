import { pathToFileURL } from 'node:url';
import { hasPeer, installPeers, peerFile } from './contenders/peers.ts';

/** What we use of croner. */
export interface Croner {
  readonly Cron: new (text: string, options: { timezone: string }) => { nextRun(after: Date): Date | null };
}

/** Whether croner was installed before. */
export function hasCroner(): boolean {
  return hasPeer('croner');
}

/** croner is no dependency: it is installed into a folder of its own when it is first asked for. */
export async function loadCroner(): Promise<Croner> {
  installPeers(['croner']);
  return (await import(pathToFileURL(peerFile('croner', 'dist/croner.js')).href)) as Croner;
}
