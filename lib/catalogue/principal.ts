/** Who asks: what the host's `authorize` returned. */
export interface Principal {
  readonly id: string;
  readonly name: string;
}
