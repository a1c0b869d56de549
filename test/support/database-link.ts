import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Knex } from 'knex';
import { hostKnex } from './host-knex.ts';

const nothing = (): void => undefined;

/** knex prints each failed connection otherwise. */
const silent = { debug: nothing, warn: nothing, error: nothing, deprecate: nothing };

/** A way to the real database that a test can cut or freeze, as networks do. */
export class DatabaseLink {
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #knexes: Knex[] = [];
  #state: 'open' | 'cut' | 'frozen' = 'open';

  private constructor(url: string) {
    this.#target = new URL(url);
    this.#server = createServer((socket) => this.#join(socket));
  }

  static async open(url: string): Promise<DatabaseLink> {
    const link = new DatabaseLink(url);
    await new Promise<void>((resolve) => link.#server.listen(0, '127.0.0.1', resolve));
    return link;
  }

  get url(): string {
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${(this.#server.address() as { port: number }).port}`;
    return url.href;
  }

  /** A host's knex whose connections go through this link. */
  knex(overrides: Knex.Config = {}): Knex {
    const knex = hostKnex(this.url, { log: silent, ...overrides });
    this.#knexes.push(knex);
    return knex;
  }

  /** Ends every connection and refuses new ones. */
  cut(): void {
    this.#state = 'cut';
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Keeps every connection open and lets nothing through. */
  freeze(): void {
    this.#state = 'frozen';
    for (const socket of this.#sockets) socket.pause();
  }

  /** Lets everything through again, also what had waited. */
  restore(): void {
    this.#state = 'open';
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    this.restore();
    await Promise.all(this.#knexes.map((knex) => knex.destroy()));
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: Socket): void {
    if (this.#state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(Number(this.#target.port), this.#target.hostname);
    this.#pass(near, far);
    this.#pass(far, near);
    if (this.#state === 'frozen') for (const socket of [near, far]) socket.pause();
  }

  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (chunk) => to.write(chunk));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
