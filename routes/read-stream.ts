import type { Readable } from 'node:stream';
import { ProblemError } from './problem.ts';

/** The problem of a body beyond the limit; the connection ends with it, because the rest of the body is not wanted. */
export function bodyTooLarge(limit: number): ProblemError {
  return new ProblemError('body_too_large', `The body is larger than ${limit} bytes.`, {
    headers: { Connection: 'close' },
  });
}

/**
 * Collects a stream that nobody has read. Beyond the limit nothing more is kept and the rest flows away, so that the
 * caller can still be answered. Throws the problems `body_too_large` and `body_unreadable`.
 */
export async function readStream(stream: Readable, limit: number): Promise<Uint8Array> {
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (finish: () => void): void => {
      stream.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      stream.on('error', () => undefined);
      finish();
    };
    const onData = (chunk: Buffer | string): void => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      size += bytes.length;
      chunks.push(bytes);
      if (size <= limit) return;
      settle(() => reject(bodyTooLarge(limit)));
      stream.resume();
    };
    const onEnd = (): void => settle(() => resolve(Buffer.concat(chunks)));
    const onBroken = (): void =>
      settle(() => reject(new ProblemError('body_unreadable', 'The body ended before it was whole.')));
    stream.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}
