/** The frameworks that a host of the panel's tests can be made with. */
export type HostKind = 'Express' | 'Koa';

const asked = process.env['TEST_PANEL_HOST'];

function only(kind: string): HostKind {
  if (kind === 'Express' || kind === 'Koa') return kind;
  throw new Error(`TEST_PANEL_HOST must be Express or Koa, not ${kind}`);
}

/** The framework of the host on which the whole suite runs: Express, unless TEST_PANEL_HOST names the other one. */
export const hostKind: HostKind = only(asked ?? 'Express');

/** The frameworks on which the tests of operating run: both, unless TEST_PANEL_HOST names one. */
export const hostKinds: readonly HostKind[] = asked === undefined ? ['Express', 'Koa'] : [hostKind];
