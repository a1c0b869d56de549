import { runHost } from '../host-parts/run-host.ts';

/** `main.ts` runs all roles, `main.ts web`, `main.ts scheduler` and `main.ts runner` one. */
runHost({ name: 'koa-host', loadApp: async () => (await import('./app.ts')).createApp });
