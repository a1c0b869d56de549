/** What we need of a host's logger; pino, winston and console all fit. */
export interface Logger {
  debug(message: string, fields?: object): void;
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
  error(message: string, fields?: object): void;
}

const nothing = (): void => undefined;

/** The default: a library that nobody asked to speak is silent. */
export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
