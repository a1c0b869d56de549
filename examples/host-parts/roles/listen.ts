import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const portsToTry = 20;

/** Listens on this port, or on the next one that is free, and returns the address; 0 lets the system choose. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  let candidate = port;
  while (!(await tryToListen(server, candidate, host))) {
    if (candidate === port + portsToTry || candidate === 65_535) throw new Error(`No port from ${port} on is free.`);
    candidate += 1;
  }
  return addressOf(server, host);
}

/** False when the port is taken. */
async function tryToListen(server: Server, port: number, host: string): Promise<boolean> {
  try {
    await listenOn(server, port, host);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}

/** `exclusive`: this process listens by itself, not through its cluster's primary. */
async function listenOn(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  if (['0.0.0.0', '::'].includes(host)) return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The port that PORT names, 3000 by default. */
export function wantedPort(): number {
  const text = process.env['PORT'] || '3000';
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`PORT must be a number from 0 to 65535, not "${text}".`);
  return port;
}
