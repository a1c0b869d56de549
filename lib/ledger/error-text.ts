const MAX_CHARACTERS = 2000;

/** An error as the ledger keeps it: "Class: message", without NUL or broken surrogates, at most 2000 characters. */
export function errorText(error: unknown): string {
  const text =
    error instanceof Error
      ? `${error.name === '' ? 'Error' : error.name}: ${error.message}`
      : `Error: ${describe(error)}`;
  return cleanText(text);
}

function describe(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return jsonOf(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** JSON text, which functions and undefined do not have (the library's type leaves that out). */
function jsonOf(value: unknown): string | undefined {
  return JSON.stringify(value);
}

/** Text cleaned of what PostgreSQL cannot store and cut to what the ledger keeps. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().slice(0, MAX_CHARACTERS).toWellFormed();
}
