const MAX_CHARACTERS = 2000;

/** An error as the ledger keeps it: "Class: message", without NUL or broken surrogates, at most 2000 characters. */
export function errorText(error: unknown): string {
  const text =
    error instanceof Error ? `${error.name === '' ? 'Error' : error.name}: ${error.message}` : `Error: ${describe(error)}`;
  return cleanText(text);
}

function describe(value: unknown): string {
  try {
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** Text cleaned of what PostgreSQL cannot store and cut to what the ledger keeps. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().slice(0, MAX_CHARACTERS).toWellFormed();
}
