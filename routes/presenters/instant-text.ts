/** An instant as JSON has it: ISO 8601 with Z. */
export function instantText(instant: Date | null): string | null {
  return instant?.toISOString() ?? null;
}
