/**
 * An array of text as PostgreSQL reads it, to be bound as one string and cast. A batch of rows travels as one array for
 * each column: a quarter of what the same rows cost the server as objects of JSON.
 */
export function arrayLiteral(values: readonly (string | null)[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: string | null): string {
  if (value === null) return 'NULL';
  const isPlain = !value.includes('"') && !value.includes('\\');
  return isPlain ? `"${value}"` : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
