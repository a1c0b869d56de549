/** What a command has to say. */
export interface CommandResult {
  /** For people; without a line break at its end. */
  readonly text: string;
  /** For programs, printed with --json. */
  readonly json: unknown;
  /** Done, and something is wrong: the exit code is 3. */
  readonly faulty?: boolean;
}
