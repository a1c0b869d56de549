import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../examples/embedded-postgres/start-embedded-postgres.ts';

/** Holds the server on the data directory that is its argument; on SIGINT it uses the database once more, then stops. */
const { stop, ...server } = await startEmbeddedPostgres({ dataDirectory: process.argv[2] ?? '', fsync: false });
const idle = setInterval(() => undefined, 1000);

async function drain(): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('create table drained ()');
  await client.end();
  await stop();
  clearInterval(idle);
}

process.once('SIGINT', () => {
  drain().then(
    () => process.send?.({ drained: true }),
    (error: unknown) => process.send?.({ drained: String(error) }),
  );
});
process.send?.({ server });
