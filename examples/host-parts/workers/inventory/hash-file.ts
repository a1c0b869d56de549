import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** SHA-256 of a file in hexadecimal, read as a stream; a link is refused (ELOOP). */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  const hash = createHash('sha256');
  for await (const chunk of handle.createReadStream({ signal })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
