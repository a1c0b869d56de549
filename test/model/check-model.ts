import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MODELS = fileURLToPath(new URL('../../model/', import.meta.url));

/** What is asked of the checker. */
export interface ModelQuestion {
  readonly model: 'scheduler' | 'runs';
  /** Assertions in every reachable state, or the model's temporal claim under weak fairness. */
  readonly about: 'safety' | 'liveness';
  /** Names to define, such as the guard to leave out. */
  readonly defines?: readonly string[];
}

/** What the checker found: how many states, and the counterexample's last line if there is one. */
export interface ModelAnswer {
  readonly states: number;
  readonly fault: string | undefined;
  /** Whether all reachable states were seen. */
  readonly complete: boolean;
}

/** Whether Spin and a C compiler are installed. */
export async function canCheckModels(): Promise<boolean> {
  try {
    await Promise.all([run('spin', ['-V']), run('gcc', ['--version'])]);
    return true;
  } catch {
    return false;
  }
}

/** Makes a checker of the model in a folder of its own and runs it over all states, or to the first counterexample. */
export async function checkModel({ model, about, defines = [] }: ModelQuestion): Promise<ModelAnswer> {
  const cwd = await mkdtemp(join(tmpdir(), 'worker-schedules-model-'));
  try {
    const names = defines.map((name) => `-D${name}`);
    await run('spin', ['-a', ...names, join(MODELS, `${model}.pml`)], { cwd });
    const only = about === 'safety' ? ['-DSAFETY', '-DNOCLAIM'] : ['-DNFAIR=8'];
    await run('gcc', ['-O2', '-w', '-DCOLLAPSE', ...only, '-o', 'check', 'pan.c'], { cwd });
    const how = about === 'safety' ? [] : ['-a', '-f'];
    // -E: a process that waits for ever is no fault here; the claims say what must come.
    const { stdout } = await run('./check', [...how, '-E', '-m1000000', '-w22'], { cwd, maxBuffer: 1e8 });
    return readAnswer(stdout);
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

function readAnswer(text: string): ModelAnswer {
  const [, states = ''] = /(\d+) states, stored/.exec(text) ?? [];
  const [, fault] = /^pan:\d+: (.*) \(at depth \d+\)$/m.exec(text) ?? [];
  return { states: Number(states), fault, complete: !/Search not completed|max search depth too small/.test(text) };
}
