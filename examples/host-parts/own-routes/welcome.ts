import { mountPath, panelPath } from '../mount-path.ts';
import type { OwnAnswer } from './own-answer.ts';

const places = {
  workers: mountPath,
  panel: panelPath,
  health: '/health',
  flaky: '/flaky?attempt=1&failures=2',
  files: 'POST /files/lookup { "paths": ["lib/index.ts"] }',
};

/** `GET /`: where to look next. */
export function welcome(): OwnAnswer {
  return { status: 200, body: places };
}
