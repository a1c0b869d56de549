import { connect, createServer, type Socket } from 'node:net';

/** The message that announces the backend's process id at start-up: "K", its length, the id, a secret. */
const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12]);

/** Announces another process id than the backend's own, as every pooler does. */
function announceAnother(chunk: Buffer): Buffer {
  const at = chunk.indexOf(KEY_DATA);
  if (at >= 0 && at + 9 <= chunk.length) chunk.writeInt32BE(4242, at + 5);
  return chunk;
}

/** What stands between a host and its database, and can be told from it as a pooler can. */
export interface AnnouncingPooler {
  readonly url: string;
  close(): void;
}

/** Opens one before the database of an address. */
export async function openAnnouncingPooler(databaseUrl: string): Promise<AnnouncingPooler> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.pipe(far);
    far.on('data', (chunk: Buffer) => near.write(announceAnother(chunk)));
    far.on('end', () => near.end());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.href,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
