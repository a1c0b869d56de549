import { checkHistory } from './check/check-history.ts';
import { type ChaosOptions, readOptions } from './options.ts';
import { reportLines } from './report/print-report.ts';
import { runChaos } from './run-chaos.ts';

/** Strikes the whole system for some minutes, then proves from what it left that nothing was lost or doubled. */
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function optionsOrUsage(): ChaosOptions | undefined {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

const options = optionsOrUsage();
if (options === undefined) {
  process.exitCode = 2;
} else {
  const { history, plan } = await runChaos(options, say);
  const violations = checkHistory(history);
  for (const line of reportLines(history, plan, violations)) say(line);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
