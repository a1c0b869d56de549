const MAX_CHARACTERS = 255;

/** Says what is wrong with a worker's name (design, section 2), or undefined. Names stand in URLs and in the ledger. */
export function workerNameFault(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (name === '-' || name === '.' || name === '..') return `must not be "${name}", which a URL cannot hold`;
  if (name.includes('/')) return 'must not contain "/"';
  if (name.includes('\0')) return 'must not contain NUL, which PostgreSQL cannot hold';
  if (!name.isWellFormed()) return 'must not contain half a surrogate pair';
  if (Array.from(name).length > MAX_CHARACTERS) return `is longer than ${MAX_CHARACTERS} characters`;
  return undefined;
}
