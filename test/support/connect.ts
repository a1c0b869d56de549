import { Client } from 'pg';

/** Connects to DATABASE_URL, says so, and stays until it is cut off. */
const client = new Client({ connectionString: process.env['DATABASE_URL'] });
client.on('error', (error) => {
  console.log(error.message);
});
await client.connect();
process.send?.('connected');
