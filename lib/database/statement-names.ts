import { createHash } from 'node:crypto';

/** So many texts get a name; a server keeps a plan for each of them and session. */
const MOST = 200;

/**
 * Names for statements, so that the server parses and plans each once in a session and not each time. The same text has the
 * same name everywhere, because installs, and copies of this package, share a host's sessions. Not for sessions of a pooler:
 * behind one the next statement may meet a server that does not know the name.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();

  /** The name of a text; undefined when there are too many already. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MOST) return known;
    const name = `worker_schedules_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    this.#names.set(text, name);
    return name;
  }
}
