import { Traffic } from './traffic.ts';

/* A host on DATABASE_URL, in a process of its own: what it measures is not what the migrating process is busy with. */
const traffic = new Traffic(process.env['DATABASE_URL'] ?? '');

process.on('message', (message) => {
  if (message === 'take') process.send?.(traffic.take());
  if (message === 'stop') void traffic.stop().then(() => process.disconnect());
});
process.on('disconnect', () => process.exit());
