import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap that are still in use after garbage was collected. */
export function heapAfterCollection(): number {
  // Finalizers of the first collection free what the second one then finds.
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

/** Bytes that each cycle adds, by least squares over the last half of the samples, which are `every` cycles apart. */
export function slopeOfLastHalf(samples: readonly number[], every: number): number {
  const half = samples.slice(Math.floor(samples.length / 2));
  const middle = (half.length - 1) / 2;
  const mean = half.reduce((sum, bytes) => sum + bytes, 0) / half.length;
  const rise = half.reduce((sum, bytes, index) => sum + (index - middle) * (bytes - mean), 0);
  const run = half.reduce((sum, _bytes, index) => sum + (index - middle) ** 2, 0);
  return rise / run / every;
}
