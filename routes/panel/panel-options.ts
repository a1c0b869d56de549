import {
  invalidOptions,
  readRouterOptions,
  type RouterSettings,
  type ScheduleRouterOptions,
} from '../router-options.ts';

/** What only the panel is told. */
interface PanelOnly {
  /** Sites that may show the panel in a frame, such as https://admin.example.com, or 'self'. Default: none. */
  readonly frameAncestors?: readonly string[] | undefined;
}

/** A panel that has the API below its own mount, at ./api/. */
export interface WholePanelOptions<Host> extends ScheduleRouterOptions<Host>, PanelOnly {
  readonly api?: undefined;
}

/** A panel for an API that is mounted already. */
export interface PanelForApiOptions extends PanelOnly {
  /** Where that is: relative to the panel's page, a path, or an address. The host's session must be valid there. */
  readonly api: string;
}

/** Options of `schedulePanel`; `Host` is what the framework hands to `authorize`. */
export type SchedulePanelOptions<Host> = WholePanelOptions<Host> | PanelForApiOptions;

/** The options, checked, with their defaults filled in. */
export interface PanelSettings<Host> {
  /** Of the API below the mount; undefined where another one is used. */
  readonly router: RouterSettings<Host> | undefined;
  /** Where the page calls the API. */
  readonly api: string;
  readonly frameAncestors: readonly string[];
}

const OWN_API = './api/';

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[^\s"'<>?#;,\\]+$/.test(value) &&
  (!/^[a-z][a-z\d+.-]*:/i.test(value) || isHttp(value));
const isHttp = (value: string): boolean => /^https?:\/\/[^/]+/i.test(value);
const isSite = (value: unknown): boolean =>
  value === 'self' || (typeof value === 'string' && /^https?:\/\/[^/\s;,'"]+$/i.test(value));

/** Checks the options and freezes them. Throws `invalid_options`, naming every fault and every unknown option. */
export function readPanelOptions<Host>(options: SchedulePanelOptions<Host>): PanelSettings<Host> {
  const { api, frameAncestors = [], ...others } = { ...options };
  if (api !== undefined && !isAddress(api)) {
    throw invalidOptions([['api', 'an address without ? and # is needed, such as /api/v1/workers']]);
  }
  if (!Array.isArray(frameAncestors) || !frameAncestors.every(isSite)) {
    throw invalidOptions([
      ['frameAncestors', "a list of sites such as https://admin.example.com is needed, or ['self']"],
    ]);
  }
  const unknown = api === undefined ? [] : Object.keys(others);
  if (unknown.length > 0) {
    throw invalidOptions(
      unknown.map((name) => [name, 'is not used where api names another mount; leave it out'] as const),
    );
  }
  const router = api === undefined ? readRouterOptions(others as ScheduleRouterOptions<Host>) : undefined;
  return Object.freeze({
    router,
    api: api ?? OWN_API,
    frameAncestors: Object.freeze([...(frameAncestors as readonly string[])]),
  });
}
