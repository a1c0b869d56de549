import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** How sessions on a link fail to hear: LISTEN is refused by the server, or is taken and nothing ever comes. */
export type Deafness = 'refused' | 'unheard';

/** Bytes of a LISTEN and what the server gets instead, of the same length: a syntax error, or another channel. */
const REPLACEMENTS: Readonly<Record<Deafness, readonly [heard: string, instead: string]>> = {
  refused: ['LISTEN "', 'LISTAN "'],
  unheard: ['LISTEN "worker_', 'LISTEN "xorker_'],
};

/** A way to the real database on which nobody can be woken, as through proxies that have no sessions. */
export class DeafLink {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** How many LISTEN statements were changed. */
  deafened = 0;

  private constructor(server: Server, target: URL, deafness: Deafness) {
    this.#server = server;
    const url = new URL(target);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.url = url.href;
    server.on('connection', (near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const socket of [near, far]) this.#sockets.add(socket.on('error', () => undefined));
      near.on('data', (chunk) => far.write(this.#deafen(chunk, REPLACEMENTS[deafness])));
      near.on('close', () => far.destroy());
      far.pipe(near);
    });
  }

  static async open(databaseUrl: string, deafness: Deafness): Promise<DeafLink> {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    return new DeafLink(server, new URL(databaseUrl), deafness);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((closed) => this.#server.close(closed));
  }

  #deafen(chunk: Buffer, [heard, instead]: readonly [string, string]): Buffer {
    const at = chunk.indexOf(heard);
    if (at < 0) return chunk;
    this.deafened += 1;
    return Buffer.concat([chunk.subarray(0, at), Buffer.from(instead), chunk.subarray(at + heard.length)]);
  }
}
