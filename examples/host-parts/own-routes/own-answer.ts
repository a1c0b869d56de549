/** What a route of the host's own answers, in no framework's terms. */
export interface OwnAnswer {
  readonly status: number;
  readonly body: object;
}
