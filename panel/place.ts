/** Where the reader is; written in the address after the hash. */
export type Place =
  | { readonly view: 'workers' }
  | { readonly view: 'timeline' }
  | { readonly view: 'worker' | 'edit'; readonly name: string };

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Reads the part of an address after the hash; what is nowhere is the list of workers. */
export function placeOf(hash: string): Place {
  const [first, second = '', third] = hash.replace(/^#?\/?/, '').split('/');
  if (first === 'timeline') return { view: 'timeline' };
  const name = decoded(second);
  if (first !== 'workers' || name === undefined || name === '') return { view: 'workers' };
  return { view: third === 'edit' ? 'edit' : 'worker', name };
}

/** The part of an address after the hash. */
export function hashOf(place: Place): string {
  if (!('name' in place)) return place.view === 'timeline' ? '#/timeline' : '#/';
  return `#/workers/${encodeURIComponent(place.name)}${place.view === 'edit' ? '/edit' : ''}`;
}
