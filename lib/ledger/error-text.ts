const MAX_CHARACTERS = 2000;

/** An error as the ledger keeps it: "Class: message", without NUL or broken surrogates, at most 2000 characters. Never throws. */
export function errorText(error: unknown): string {
  try {
    return cleanText(error instanceof Error ? `${className(error)}: ${error.message}` : `Error: ${describe(error)}`);
  } catch {
    return 'Error: an error that cannot be read';
  }
}

/** Many classes leave `name` as they inherit it, and pg's says "error": then the constructor knows better. */
function className(error: Error): string {
  if (error.name !== '' && error.name.toLowerCase() !== 'error') return error.name;
  return error.constructor.name === '' ? 'Error' : error.constructor.name;
}

function describe(value: unknown): string {
  try {
    if (typeof value === 'string') return value;
    const json = JSON.stringify(value) as string | undefined;
    return json ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** Text cleaned of what PostgreSQL cannot store and cut to what the ledger keeps. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().slice(0, MAX_CHARACTERS).toWellFormed();
}
