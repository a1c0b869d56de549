import { connect, type Socket } from 'node:net';

/**
 * One kept-alive connection that sends a request at a time. It reads no more of an answer than its status and its length,
 * so that the client takes little of the machine that it shares with the server.
 */
export class Connection {
  readonly #socket: Socket;
  #head = '';
  /** Bytes of the body that are still to come; undefined while the head is. */
  #missing: number | undefined;
  #status = 0;
  #settle: { resolve(status: number): void; reject(error: Error): void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('The server closed the connection.')));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new Connection(socket);
  }

  /** Sends a request and returns the status of its answer, once the whole of that has come. */
  async ask(request: string): Promise<number> {
    return await new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#missing === undefined) this.#readHead(chunk);
    else this.#missing -= chunk.length;
    if (this.#missing !== 0) return;
    this.#missing = undefined;
    this.#settle?.resolve(this.#status);
  }

  #readHead(chunk: Buffer): void {
    this.#head += chunk.toString('latin1');
    const end = this.#head.indexOf('\r\n\r\n');
    if (end === -1) return;
    this.#status = Number(this.#head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#head.slice(0, end))?.[1];
    if (length === undefined) this.#settle?.reject(new Error(`An answer without a length:\n${this.#head}`));
    this.#missing = Number(length) - (this.#head.length - end - 4);
    this.#head = '';
  }
}
