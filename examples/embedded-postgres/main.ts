import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

/** `main.ts <data directory>`: serves a database and prints its address, until Ctrl-C or SIGTERM. */
async function serve(dataDirectory = '.data/postgres'): Promise<void> {
  // Listened to with `on`: npm passes Ctrl-C on a second time.
  const asked = new Promise((resolve) => ['SIGINT', 'SIGTERM'].forEach((signal) => process.on(signal, resolve)));
  const server = await startEmbeddedPostgres({ dataDirectory });
  console.log(`DATABASE_URL=${server.url}`);
  const alive = setInterval(() => undefined, 60_000);
  await asked;
  clearInterval(alive);
  await server.stop();
}

await serve(process.argv[2]);
