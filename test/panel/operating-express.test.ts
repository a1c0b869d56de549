import { hostKinds } from './host-kinds.ts';
import { operate } from './operate.ts';
import { inBrowser } from './panel-fixture.ts';

if (hostKinds.includes('Express')) inBrowser('Operating by the panel', operate, 'Express');
