import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RawCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent one by one, without an announced length. */
  readonly chunks?: readonly (string | Buffer)[];
  /** Cuts the connection after the chunks instead of ending the body. */
  readonly cut?: boolean;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** One call as a client of its own kind sends it: chunked, broken off, or with a path that no library would leave alone. */
export async function rawCall(listener: RequestListener, call: RawCall): Promise<RawAnswer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await send((server.address() as AddressInfo).port, call);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function send(
  port: number,
  { method, path, headers = {}, chunks = [], cut = false }: RawCall,
): Promise<RawAnswer> {
  const sent = request({ port, method, path, host: '127.0.0.1', headers: { authorization: 'operator', ...headers } });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.on('error', () => undefined);
  for (const chunk of chunks) sent.write(chunk);
  if (cut) setTimeout(() => sent.destroy(), 20);
  else sent.end();
  const [response] = await answered;
  const received: Buffer[] = [];
  for await (const chunk of response) received.push(chunk as Buffer);
  const text = Buffer.concat(received).toString();
  return { status: response.statusCode ?? 0, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}
