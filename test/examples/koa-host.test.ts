import { describeHost } from './host-suite.ts';

describeHost('koa-host', (host) => host.kill('SIGTERM'));
