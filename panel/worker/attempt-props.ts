import type { RunJson } from '../../routes/client/index.ts';

/** One attempt, with what may be done about it. */
export interface AttemptProps {
  readonly run: RunJson;
  readonly mayOperate: boolean;
  readonly refresh: () => void;
}
