'use strict';

const { defineCatalogue } = require('worker-schedules');
const { z } = require('zod');

const sessionCleanup = z.strictObject({ batch_size: z.int().min(1).max(10_000).default(500) });

/** What the host can do in the background. All three processes load it, so it requires no worker's code. */
const catalogue = defineCatalogue({
  'session-cleanup': {
    label: 'Removal of expired sessions',
    request: sessionCleanup,
    requestJsonSchema: z.toJSONSchema(sessionCleanup, { io: 'input' }),
  },
});

module.exports = { catalogue };
